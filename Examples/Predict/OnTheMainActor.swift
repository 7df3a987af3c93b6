// And if all three start on the main actor?
// comes to: ABC

@MainActor final class Diary {
  private(set) var text = ""
  func write(_ letter: String) { text += letter }
}

@MainActor func outcome() async -> String {
  let diary = Diary()
  let tasks = ["A", "B", "C"].map { letter in
    Task { diary.write(letter) }
  }
  for task in tasks { await task.value }
  return diary.text
}
