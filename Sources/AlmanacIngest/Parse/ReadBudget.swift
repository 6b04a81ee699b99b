import AlmanacTime

/// Limits the cost of reading one document beyond a single pass.
///
/// Readers that may visit an element several times, or that follow references, charge the budget
/// before they descend. Otherwise a small page could take unbounded time or exhaust the stack.
struct ReadBudget {
  /// Bytes of markup and text that may still be read repeatedly.
  private(set) var bytes: Int
  /// Levels of nesting that may still be entered.
  private(set) var levels: Int
  /// Offset changes that all VTIMEZONEs together may still have. A zone with two yearly rules has
  /// about 400.
  private(set) var onsets = ReadBudget.onsetLimit
  /// The effort that zone rules may still cost, in units of `RecurrenceExpansion.effort`.
  private(set) var effort = RecurrenceSet.standardEffort
  /// Whether a charge was refused.
  private(set) var isExceeded = false

  /// - Parameters:
  ///   - bytes: Markup and text that may be read repeatedly.
  ///   - levels: Nesting, references included.
  init(bytes: Int = 0, levels: Int = .max) {
    self.bytes = bytes
    self.levels = levels
  }

  /// Charges bytes and returns whether they may be read. After one refusal all charges are refused.
  mutating func charge(_ count: Int) -> Bool {
    bytes -= count
    if bytes < 0 { isExceeded = true }
    return !isExceeded
  }

  /// Charges the content of an element. Takes no longer than the remaining budget allows.
  mutating func charge(_ node: XMLNode) -> Bool {
    guard !isExceeded else { return false }
    return charge(node.markupSize(upTo: bytes + 1))
  }

  /// Enters one level and returns whether that is allowed; `leave` exits it.
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

  /// Whether no more zone rules may be expanded.
  var isSpent: Bool { onsets <= 0 || effort <= 0 }

  mutating func spend(onsets: Int = 0, effort: Int = 0) {
    self.onsets -= onsets
    self.effort -= effort
  }
}

extension XMLNode {
  /// The approximate size of the element's content as markup, in UTF-8 bytes.
  ///
  /// - Parameter limit: Where counting stops; the result may then be anything above.
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
