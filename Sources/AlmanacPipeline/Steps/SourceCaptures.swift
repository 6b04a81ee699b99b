import AlmanacModel
import AlmanacStore

/// The captures that a campus's events were made of, by source, as the ledger keeps them: a line for
/// each source, its id and the SHA-256 of each of its captures with spaces between them.
struct SourceCaptures {
  private var captures: [String: [String]] = [:]

  subscript(source: String) -> [String]? { captures[source] }

  /// Those that the sources were read from last; of one that was refused since, the last good.
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
