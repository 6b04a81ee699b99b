public import AlmanacModel

/// What a run tells while it works, for whoever watches.
public enum ProgressEvent: Hashable, Sendable {
  case began(StageName)
  /// So many things lie ahead. A stage that goes campus by campus says so once for each.
  case expects(Int, ProgressUnit, of: String?)
  /// Work on one thing begins that may take its time, such as the answer of a host.
  case took(String)
  /// That work is over, however it ended; it counts as one thing done.
  case finished(String)
  /// So many more things are done.
  case advanced(Int)
  /// The stage is over, after so many seconds.
  case ended(StageName, seconds: Double)
}

/// What a stage counts.
public enum ProgressUnit: String, Hashable, Sendable {
  case sources, requests, venues, listings, events, records

  /// The number with its word.
  func text(_ count: Int) -> String { "\(count) \(word(for: count))" }

  func word(for count: Int) -> String { count == 1 ? String(rawValue.dropLast()) : rawValue }
}
