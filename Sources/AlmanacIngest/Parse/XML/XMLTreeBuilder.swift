/// Builds trees one after the other.
struct XMLTreeBuilder {
  /// The size limit of one tree: bytes of text, 64 plus the value's bytes per attribute, 128 per
  /// element.
  private let limitBytes: Int
  private var open: [XMLElement] = []
  private var bytes = 0

  init(limitBytes: Int = 8 << 20) { self.limitBytes = limitBytes }

  /// Whether a tree is being built.
  var isBuilding: Bool { !open.isEmpty }

  /// How many elements of the tree are open.
  var depth: Int { open.count }

  mutating func start(_ element: consuming StartElement) {
    if open.isEmpty { bytes = 0 }
    bytes += 128
    for attribute in element.attributes { bytes += 64 + attribute.value.utf8.count }
    open.append(XMLElement(element))
    if depth == 1 { open[0].reserveChildren() }
  }

  mutating func characters(_ text: String) {
    guard isBuilding else { return }
    bytes += text.utf8.count
    if bytes <= limitBytes { open[depth - 1].append(text) } else { open[depth - 1].isCut = true }
  }

  /// Ends the current element; returns the tree if that was its root.
  mutating func end() -> XMLNode? {
    guard isBuilding else { return nil }
    if depth == 1 { open[0].size = bytes }
    // `popLast` would copy the element.
    let node = XMLNode(open.removeLast())
    guard isBuilding else { return node }
    if node.isCut || bytes > limitBytes { open[depth - 1].isCut = true }
    if bytes <= limitBytes { open[depth - 1].append(node) }
    return nil
  }
}
