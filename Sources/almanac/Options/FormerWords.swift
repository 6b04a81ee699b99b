import AlmanacPipeline
import ArgumentParser

/// Names that commands and options had before; scripts may still use them.
enum FormerWords {
  private static let options = [
    "--within": "--radius", "--price": "--max-price", "--allow": "--allow-private-host",
    "--choose": "--pick", "--captures": "--keep-captures", "--editions": "--keep-editions",
  ]
  private static let subjects = ["--places", "--categories", "--merges", "--submissions"]

  /// The arguments by their present names.
  static func replaced(in arguments: [String]) -> [String] {
    guard let command = arguments.first else { return [] }
    if command == "query", let index = arguments.firstIndex(of: "--weather") {
      return ["weather"] + without(index, arguments)
    }
    if command == "query", let index = arguments.firstIndex(of: "--days") {
      return ["days"] + without(index, arguments)
    }
    return arguments.compactMap { word in
      let name = String(word.prefix { $0 != "=" })
      if command == "review", subjects.contains(word) { return String(word.dropFirst(2)) }
      if name == "--input" { return word == name ? nil : String(word.dropFirst(name.count + 1)) }
      return options[name].map { $0 + word.dropFirst(name.count) } ?? word
    }
  }

  private static func without(_ index: Int, _ arguments: [String]) -> [String] {
    arguments.enumerated().filter { $0.offset != 0 && $0.offset != index }.map(\.element)
  }
}
