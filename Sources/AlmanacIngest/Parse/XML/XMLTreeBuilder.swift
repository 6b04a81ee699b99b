/// Builds trees one after the other.
struct XMLTreeBuilder {
  /// The size limit of one tree: bytes of text, 64 plus the value's bytes per attribute, 128 per
  /// element.
  private let limitBytes: Int
  private var open: [XMLNode] = []
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
    let node = XMLNode(element)
    if let parent = open.last {
      parent.append(node)
    }
    open.append(node)
  }

  mutating func characters(_ text: String) {
    guard let node = open.last else { return }
    bytes += text.utf8.count
    if bytes <= limitBytes { node.append(text) } else { node.isCut = true }
  }

  /// Ends the current element; returns the tree if that was its root.
  mutating func end() -> XMLNode? {
    guard let node = open.popLast() else { return nil }
    guard let parent = open.last else { return node }
    if node.isCut || bytes > limitBytes { parent.isCut = true }
    if bytes > limitBytes { parent.removeLast() }
    return nil
  }
}
