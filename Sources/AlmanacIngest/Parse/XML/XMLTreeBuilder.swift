/// Builds one tree after the other from a scan.
struct XMLTreeBuilder {
  /// What one tree may hold: bytes of text and attributes, and 128 for every element.
  private let limitBytes: Int
  private var open: [XMLNode] = []
  private var bytes = 0
  /// The root of the tree before, which is built anew as this one.
  private var former: XMLNode?

  /// What a tree may hold of which nodes are kept.
  private static let mostBytes = 1 << 18
  /// How many elements of the tree before are kept in its root for the next one, where this one has fewer.
  private static let mostSpare = 4

  init(limitBytes: Int = 8 << 20) { self.limitBytes = limitBytes }

  /// Whether a tree is being built.
  var isBuilding: Bool { !open.isEmpty }

  /// How many elements of the tree are open.
  var depth: Int { open.count }

  mutating func start(_ element: borrowing XMLStart) {
    guard let last = open.indices.last else {
      open.append(root(element))
      return count(element)
    }
    count(element)
    open[last].append(element)
    if let node = open[last].lastElement { open.append(node) }
  }

  mutating func characters(_ text: String) {
    guard let last = open.indices.last else { return }
    bytes &+= text.utf8.count
    guard bytes <= limitBytes else {
      open[last].isCut = true
      return
    }
    open[last].append(text)
  }

  /// An element within that holds text alone, or nothing; the text is taken from the caller.
  mutating func leaf(
    _ likeness: XMLLikeness, line: Int, _ text: inout String?, start: () -> XMLStart
  ) {
    guard let last = open.indices.last else { return }
    bytes &+= text?.utf8.count ?? 0
    if likeness.hasAttributes { count(start()) } else { bytes &+= 128 }
    guard bytes <= limitBytes else {
      open[last].isCut = true
      return
    }
    // It lives as long as it's open: to count another reference to it for each element within takes longer
    // than all else here.
    Unmanaged.passUnretained(open[last])._withUnsafeGuaranteedRef {
      $0.append(likeness, line: line, &text, start: start)
    }
  }

  /// Ends the element opened last; gives the tree when that was its root.
  mutating func end() -> XMLNode? {
    guard let node = open.popLast() else { return nil }
    guard let parent = open.indices.last else {
      node.forget(keeping: Self.mostSpare)
      return node
    }
    node.forget(keeping: 0)
    if node.isCut || bytes > limitBytes { open[parent].isCut = true }
    if bytes > limitBytes { open[parent].removeLast() }
    return nil
  }

  private mutating func count(_ element: borrowing XMLStart) {
    bytes &+= 128
    for attribute in element.attributes { bytes &+= 64 &+ attribute.value.utf8.count }
  }

  private mutating func root(_ element: borrowing XMLStart) -> XMLNode {
    if bytes > Self.mostBytes { former = nil }
    bytes = 0
    // Somebody may hold it still.
    if isKnownUniquelyReferenced(&former), let former {
      former.begin(element, nil)
      return former
    }
    let made = XMLNode(element)
    former = made
    return made
  }
}
