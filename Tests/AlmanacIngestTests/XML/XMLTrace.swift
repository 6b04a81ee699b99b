import AlmanacFiles

@testable import AlmanacIngest

/// All that a scan tells of a document, in the order in which it does: what two ways of reading are
/// compared by.
struct XMLTrace: Equatable {
  private(set) var lines: [String] = []
  private(set) var outcome: XMLOutcome?
  private(set) var refusal: String?

  init(_ bytes: [UInt8], base: String? = nil, limits: XMLDocument.Limits) {
    let handler = XMLTraceHandler()
    do {
      outcome = try XMLDocument.scan(
        DocumentBytes(bytes), base: base, limits: limits, with: handler)
      lines = handler.lines
    } catch {
      // How much was told of a document before it was refused counts for nothing.
      refusal = "\(error)"
    }
  }
}

private final class XMLTraceHandler: XMLHandler {
  private(set) var lines: [String] = []
  /// Pieces of one text are one text.
  private var text = ""
  let wantsText = true
  let wantsLeaves = true

  func start(_ element: XMLStart) {
    flush()
    let name = Self.text(of: element.name)
    let attributes = element.attributes.map { "\(Self.text(of: $0.name))=\($0.value)" }
    lines.append(
      "<\(name) \(attributes) \(element.language ?? "-") \(element.base ?? "-") \(element.depth) "
        + "\(element.line)")
  }

  func characters(_ text: String) { self.text += text }

  func end(_ name: XMLName) {
    flush()
    lines.append("</\(Self.text(of: name))")
  }

  private func flush() {
    if !text.isEmpty { lines.append(text) }
    text = ""
  }

  private static func text(of name: XMLName) -> String {
    "\(name.prefix):\(name.local) in \(name.namespace ?? "-")"
  }
}
