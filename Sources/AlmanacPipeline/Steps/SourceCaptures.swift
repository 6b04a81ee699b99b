import AlmanacModel
import AlmanacStore

/// The captures that a campus's events come from, as the ledger stores them: a line for each source with
/// its id and the SHA-256 of each capture, separated by spaces.
struct SourceCaptures {
  private var captures: [String: [String]] = [:]

  subscript(source: String) -> [String]? { captures[source] }

  /// The captures that the sources were last parsed from; for a rejected document the last good one.
  init(of sources: [Source], in workspace: Workspace) throws {
    let read = try workspace.captures(of: .parse)
    for source in sources {
      captures[source.id] = (read[source.id] ?? "").split(separator: " ").map(String.init)
    }
  }

  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      captures[words[0]] = Array(words.dropFirst())
    }
  }

  var text: String {
    captures.sorted { $0.key < $1.key }.map { ([$0.key] + $0.value).joined(separator: " ") }
      .joined(separator: "\n")
  }
}
