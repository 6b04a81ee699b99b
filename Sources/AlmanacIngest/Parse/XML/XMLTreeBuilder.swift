/// Builds one tree after the other from a scan.
struct XMLTreeBuilder {
  /// What one tree may hold: bytes of text and attributes, and 128 for every element.
  private let limitBytes: Int
  private var open: [XMLNode] = []
  private var bytes = 0
  /// The first nodes of the tree before, and of this one in their place: feeds have items that are alike,
  /// and to make nodes is a good part of the time that one takes.
  private var nodes: [XMLNode] = []
  private var nodeCount = 0

  private static let mostNodes = 64
  /// What nodes that are kept may hold, about.
  private static let mostBytes = 1 << 18

  init(limitBytes: Int = 8 << 20) { self.limitBytes = limitBytes }

  /// Whether a tree is being built.
  var isBuilding: Bool { !open.isEmpty }

  /// How many elements of the tree are open.
  var depth: Int { open.count }

  mutating func start(_ element: borrowing XMLStart) {
    if open.isEmpty {
      if bytes > Self.mostBytes { nodes = [] }
      bytes = 0
      nodeCount = 0
    }
    bytes &+= 128
    for attribute in element.attributes { bytes &+= 64 &+ attribute.value.utf8.count }
    open.append(node(element))
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

  /// An element within that holds text alone, or nothing.
  mutating func leaf(_ element: borrowing XMLStart, _ text: consuming String?) {
    guard let parent = open.last else { return }
    bytes &+= 128
    for attribute in element.attributes { bytes &+= 64 &+ attribute.value.utf8.count }
    bytes &+= text?.utf8.count ?? 0
    guard bytes <= limitBytes else {
      parent.isCut = true
      return
    }
    parent.append(node(element, text))
  }

  /// Ends the element opened last; gives the tree when that was its root.
  mutating func end() -> XMLNode? {
    guard let node = open.popLast() else { return nil }
    guard let parent = open.indices.last else { return node }
    if node.isCut || bytes > limitBytes { open[parent].isCut = true }
    if bytes <= limitBytes { open[parent].append(node) }
    return nil
  }

  private mutating func node(
    _ element: borrowing XMLStart, _ text: consuming String? = nil
  ) -> XMLNode {
    guard nodeCount < Self.mostNodes else { return XMLNode(element, text) }
    let index = nodeCount
    nodeCount &+= 1
    guard index < nodes.count else {
      nodes.append(XMLNode(element, text))
      return nodes[index]
    }
    // Somebody may hold it still.
    guard isKnownUniquelyReferenced(&nodes[index]) else {
      nodes[index] = XMLNode(element, text)
      return nodes[index]
    }
    let node = nodes[index]
    node.begin(element, text)
    return node
  }
}
