import AlmanacModel

@testable import AlmanacIngest

/// A document read as one tree, for tests.
struct XMLReading {
  let root: XMLNode?
  let outcome: XMLOutcome

  init(_ bytes: [UInt8], charset: String? = nil, base: String? = nil) throws {
    var root: XMLNode?
    outcome = try XMLTree.parse(
      bytes, charset: charset, base: base, choose: { _, _ in .build },
      handle: { tree, _ in root = tree }
    )
    self.root = root
  }

  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  /// The codes of the problems, in order.
  var codes: [String] { outcome.problems.map(\.code.rawValue) }

  var text: String? { root?.text }

  /// The error that ends reading, or nil.
  static func refusal(_ bytes: [UInt8], charset: String? = nil) throws -> DocumentRefusal? {
    do {
      _ = try XMLReading(bytes, charset: charset)
      return nil
    } catch let refusal as DocumentRefusal {
      return refusal
    }
  }
}
