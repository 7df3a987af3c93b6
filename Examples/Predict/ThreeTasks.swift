// In which order do three tasks arrive that are made one after the other?
// comes to: ABC, ACB, BAC, BCA, CAB, CBA

actor Diary {
  private(set) var text = ""
  func write(_ letter: String) { text += letter }
}

func outcome() async -> String {
  let diary = Diary()
  let tasks = ["A", "B", "C"].map { letter in
    Task { await diary.write(letter) }
  }
  for task in tasks { await task.value }
  return await diary.text
}
