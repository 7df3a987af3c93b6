/// What `--help` prints.
enum HelpText {
  static let overview = """
    isolde - finds the concurrency bugs that a green Swift 6 build still contains

    isolde check [PATH... | -]   check files, folders or standard input (default: this folder)
    isolde explore FILE          compile a scenario and run it under many schedules
    isolde rules                 list the rules
    isolde explain ID            show what a rule finds, why, and what to write instead
    isolde --version

    'isolde check --help' and 'isolde explore --help' list their options. Exit codes: 0 clean, 1 something
    was found, 2 the command line, configuration or input makes no sense, 3 internal error.

    """

  static let check = """
    isolde check [OPTIONS] [PATH... | -]

    Reads Swift files, packages and Xcode projects without building or running anything.

    What is reported
      --preset NAME         default, strict, migration or server
      --only ID[,ID]        these rules and no others
      --skip ID[,ID]        not these rules
      --level LEVEL         report and fail at note, warning or error (default: report all, fail
                            at warning)
      --tests WHAT          in tests, mocks and examples: off, errors (default) or all
      --max-findings N      at most N findings
      --diff REV            only what touches lines changed since REV
      --baseline[=FILE]     only what is not in the baseline (.isolde-baseline.json)
      --write-baseline      write the baseline; it only ever shrinks, unless --force

    How it is reported
      --format FORMAT       text, xcode, json, sarif or github
      --output FILE         write the report to a file
      --fix                 make the safe fixes; files with uncommitted changes need --allow-dirty

    How it runs
      --config FILE         instead of .isolde.yml
      --jobs N              how many files at once (default: all processors)
      --no-cache            neither read nor write .isolde/cache

    """

  static let explore = """
    isolde explore [OPTIONS] FILE.swift

    Compiles a file and runs it under one schedule after the other, until one fails. It declares, outside
    of all types, what is run:
      func scenario() async throws    fails by throwing, by trapping, or by not ending
      func outcome() async -> T       what it comes to is counted; T is Equatable and Sendable

    This runs the code of the file, in a process of its own.

    Which schedules
      --strategy NAME       portfolio (default), fifo, depth-first, source-dpor, deviations, random,
                            pct, pct:N or urw
      --runs N              at most N runs (default: 5000)
      --seconds N           at most N seconds (default: 10)
      --seed N              where random numbers begin (default: 0)
      --replay TOKEN        only the schedule that a report names
      --all-orders          also orders that the language allows and today's runtime does not produce

    How it is reported
      --timeline            all steps of the run that failed; of one run if none did
      --format FORMAT       text or json
      --output FILE         write the report to a file
      --no-cache            compile, even if the file was compiled before

    Exit codes: 0 passed, 1 failed, hung or crashed, 2 the command line makes no sense or the file does
    not compile, 3 internal error.

    """

  static let rules = """
    isolde rules [--format text|json]

    Lists every rule with its tier: error and warning run by default, opt-in and experimental when
    they are asked for.

    """

  static let explain = """
    isolde explain ID

    Shows the page of a rule: what it finds, why it hurts, what to write instead, when it stays
    silent.

    """
}
