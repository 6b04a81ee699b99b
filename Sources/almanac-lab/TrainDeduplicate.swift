import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import ArgumentParser
import Foundation

struct TrainDeduplicate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deduplicate",
    abstract: "Learn the weights of evidence from labeled records.",
    discussion: """
      A folder has records.jsonl and either truth.csv (id, cluster) or pairs.csv (id, id, label, \
      kind); each of its pairs counts as much as the weight, by default 1. Prints the weights in \
      bits, or writes them into the source file that the program is built with.

      Example: almanac-lab train deduplicate generated real:2 --output LearnedWeights.swift
      """)

  @Argument(help: ArgumentHelp("Labeled records.", valueName: "folder[:weight]"))
  var folders: [String]

  @Option(help: ArgumentHelp("LearnedWeights.swift.", valueName: "file"))
  var output: String?

  func run() async throws {
    let training = try await LinkageTraining(
      folders: folders, workers: ProcessInfo.processInfo.activeProcessorCount)
    var weights = LinkageWeights.learnedValue.object ?? [:]
    weights["twoSources"] = training.weights()
    let text = Self.text(of: .object(weights))
    guard let output else { return print(text) }
    let parts = String(decoding: try InputFile.bytes(of: output), as: UTF8.self)
      .components(separatedBy: "\"\"\"")
    guard parts.count == 3 else { throw ValidationError("\(output): no text in three quotes") }
    try Data("\(parts[0])\"\"\"\n\(text)\n    \"\"\"\(parts[2])".utf8)
      .write(to: URL(filePath: output), options: .atomic)
  }

  /// JSON, indented as Swift's multi-line text needs it, in lines of at most 100 characters.
  private static func text(of weights: JSONValue) -> String {
    let parts = (weights.object ?? [:]).sorted { $0.key < $1.key }.map { name, kinds in
      let lines = (kinds.object ?? [:]).sorted { $0.key < $1.key }.map { kind, bits in
        var lines = ["        \"\(kind)\": ["]
        for (index, bits) in (bits.array ?? []).compactMap(\.double).enumerated() {
          let number =
            (index > 0 ? ", " : "") + (bits == bits.rounded() ? "\(Int(bits))" : "\(bits)")
          if lines[lines.count - 1].count + number.count > 97 {
            lines[lines.count - 1] += ","
            lines.append("          " + number.dropFirst(2))
          } else {
            lines[lines.count - 1] += number
          }
        }
        return lines.joined(separator: "\n") + "]"
      }
      return "      \"\(name)\": {\n\(lines.joined(separator: ",\n"))\n      }"
    }
    return "    {\n\(parts.joined(separator: ",\n"))\n    }"
  }
}

extension LinkageTraining {
  /// - Parameter folders: Of labeled records, each with `:` and how much its pairs count, or without.
  init(folders: [String], workers: Int) async throws {
    let sets = try folders.map { argument in
      let parts = argument.split(separator: ":").map(String.init)
      return (
        records: try LabeledRecords(folder: parts[0]),
        weight: parts.count > 1 ? Double(parts[1]) ?? 1 : 1
      )
    }
    await self.init(sets, workers: workers)
  }
}
