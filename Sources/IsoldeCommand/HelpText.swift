/// What `--help` prints.
enum HelpText {
  static let overview = """
    isolde - finds the concurrency bugs that a green Swift 6 build still contains

    isolde check [PATH... | -]   check files, folders or standard input (default: this folder)
    isolde rules                 list the rules
    isolde explain ID            show what a rule finds, why, and what to write instead
    isolde --version

    'isolde check --help' lists its options. Exit codes: 0 clean, 1 findings, 2 the command line,
    configuration or input makes no sense, 3 internal error.

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
