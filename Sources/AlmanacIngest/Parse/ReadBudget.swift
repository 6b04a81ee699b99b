import AlmanacTime

/// What reading one document may still cost beyond one pass over it.
///
/// Readers that may come to one element several times, or that follow references, charge it before
/// they descend. Without such a limit a small page could cost time without end, or the whole stack.
struct ReadBudget {
  /// Bytes of markup and text that may still be read more than once.
  private(set) var bytes: Int
  /// Levels that may still be entered.
  private(set) var levels: Int
  /// Changes of offset of all VTIMEZONEs that may still be kept, however many these are; a zone with two
  /// yearly rules has about 400.
  private(set) var onsets = ReadBudget.onsetLimit
  /// What may still be spent on the rules of zones, in units of `RecurrenceExpansion.effort`.
  private(set) var effort = RecurrenceSet.standardEffort
  /// Whether something was refused.
  private(set) var isExceeded = false

  /// - Parameters:
  ///   - bytes: of markup and text that may be read more than once.
  ///   - levels: of nesting, references included.
  init(bytes: Int = 0, levels: Int = .max) {
    self.bytes = bytes
    self.levels = levels
  }

  /// Whether so many bytes may be read; once it was refused, nothing may.
  mutating func take(_ count: Int) -> Bool {
    bytes -= count
    if bytes < 0 { isExceeded = true }
    return !isExceeded
  }

  /// Whether the content of an element may be read. Costs no more than what is left.
  mutating func take(_ node: XMLNode) -> Bool {
    guard !isExceeded else { return false }
    return take(node.markupSize(upTo: bytes + 1))
  }

  /// Whether one more level may be entered; `leave` ends it.
  mutating func enter() -> Bool {
    guard levels > 0, !isExceeded else {
      isExceeded = true
      return false
    }
    levels -= 1
    return true
  }

  mutating func leave() { levels += 1 }

  static let onsetLimit = 20_000

  /// Whether no rule of a zone may be followed any more.
  var isSpent: Bool { onsets <= 0 || effort <= 0 }

  mutating func spend(onsets: Int = 0, effort: Int = 0) {
    self.onsets -= onsets
    self.effort -= effort
  }
}

extension XMLNode {
  /// UTF-8 bytes that the element's content takes as markup, about.
  ///
  /// - Parameter limit: where counting ends; the result may then be anything above.
  /// - Complexity: O(min(elements within, `limit`)).
  func markupSize(upTo limit: Int) -> Int {
    var size = ownTexts.reduce(0) { $0 + $1.utf8.count }
    for child in children {
      guard size < limit else { break }
      size += 16 + child.attributes.reduce(0) { $0 + 8 + $1.value.utf8.count }
      size += child.markupSize(upTo: limit - size)
    }
    return size
  }
}
