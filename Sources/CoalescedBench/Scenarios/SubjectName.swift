/// The names of subjects, as the tables and the limits spell them.
enum SubjectName {
  static let coalesced = "coalesced"
  static let value = "Coalescer.value"
  static let taskActor = "actor of tasks"
  static let waiterActor = "actor of waiters"
  static let task = "Task"
  static let immediate = "Task.immediate"
  static let bare = "bare suspend and resume"
  static let cancellable = "bare cancellable wait"
  static let bareOperation = "bare, with a task that resumes"
  static let bareHandlers = "bare, with both handlers"
}
