/// Builds trees one after the other.
struct XMLTreeBuilder {
  /// The size limit of one tree: bytes of text, 64 plus the value's bytes per attribute, 128 per
  /// element.
  private let limitBytes: Int
  private var open: [(start: StartElement, content: XMLContent)] = []
  private var bytes = 0

  init(limitBytes: Int = 8 << 20) { self.limitBytes = limitBytes }

  /// Whether a tree is being built.
  var isBuilding: Bool { !open.isEmpty }

  /// How many elements of the tree are open.
  var depth: Int { open.count }

  mutating func start(_ element: consuming StartElement) {
    var content = XMLContent()
    if open.isEmpty {
      bytes = 0
      content.reserveChildren()
    }
    bytes += 128
    for attribute in element.attributes { bytes += 64 + attribute.value.utf8.count }
    open.append((element, content))
  }

  mutating func characters(_ text: String) {
    guard isBuilding else { return }
    bytes += text.utf8.count
    if bytes <= limitBytes {
      open[depth - 1].content.append(text)
    } else {
      open[depth - 1].content.isCut = true
    }
  }

  /// Ends the current element; returns the tree if that was its root.
  mutating func end() -> XMLNode? {
    guard let (start, content) = open.popLast() else { return nil }
    let node = XMLNode(start, content)
    guard isBuilding else { return node }
    if node.isCut || bytes > limitBytes { open[depth - 1].content.isCut = true }
    if bytes <= limitBytes { open[depth - 1].content.append(node) }
    return nil
  }
}
