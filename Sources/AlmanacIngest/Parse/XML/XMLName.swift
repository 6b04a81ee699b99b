import AlmanacModel

/// The name of an element or attribute; a document has one object for each name.
final class XMLName: Hashable, Sendable {
  /// As written; "" without a prefix.
  let prefix: String
  let local: String
  /// The namespace's URI; nil without one, or if the prefix is undeclared.
  let namespace: String?
  /// Equal names of a document have equal numbers, from 0 in order of first use. A reader may use
  /// it as an array index.
  let number: Int

  init(prefix: String = "", local: String, namespace: String? = nil, number: Int = 0) {
    self.prefix = StreamSafeText.bounded(prefix)
    self.local = StreamSafeText.bounded(local)
    self.namespace = namespace.map(StreamSafeText.bounded)
    self.number = number
  }

  /// As written in the document: `prefix:local`.
  var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }

  static func == (one: XMLName, other: XMLName) -> Bool {
    one === other
      || one.local == other.local && one.namespace == other.namespace && one.prefix == other.prefix
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(local)
    hasher.combine(namespace)
    hasher.combine(prefix)
  }
}

/// An attribute with its value, references resolved.
struct XMLAttribute: Equatable, Sendable {
  let name: XMLName
  let value: String

  init(name: XMLName, value: String) {
    self.name = name
    self.value = StreamSafeText.bounded(value)
  }
}
