import AlmanacModel
import AlmanacRefine
import Foundation

// Measures categorizing texts on one core. The floor is folding the same texts.
//
// Usage: CategorizeBenchmark MODEL [LABELS.jsonl]

guard CommandLine.arguments.count > 1 else {
  print("usage: CategorizeBenchmark MODEL [LABELS.jsonl]")
  exit(64)
}
let model = try CategoryModel(
  bytes: [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
let count = 200_000
let texts = try EventTexts(file: CommandLine.arguments.dropFirst(2).first).events
let events = (0..<count).map { number -> Event in
  var event = texts[number % texts.count]
  event.id = String(number)
  return event
}
let taxonomy = Taxonomy(
  categories: model.categories.map { Taxonomy.Category(id: $0, name: $0) })
let categorizer = Categorizer(taxonomy: taxonomy, model: model)

/// Seconds of processor time, which other processes don't affect.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = clock()
  try await work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

var answered = 0
let categorizing = try await seconds {
  answered = try await categorizer.run(events).records.count { !$0.categorization.abstained }
}
var words = 0
let folding = await seconds {
  for event in events {
    words += FoldedText.tokens(event.title).count
    words += FoldedText.tokens(event.text ?? "").count
  }
}
let length = texts.reduce(0) { $0 + $1.title.utf8.count + ($1.text?.utf8.count ?? 0) }

func line(_ name: String, _ seconds: Double, _ note: String) {
  print("\(name): \(Int(Double(count) / max(seconds, 1e-9))) events a second, \(note)")
}

print("\(texts.count) texts, \(length / texts.count) bytes of title and description each")
line("almanac", categorizing, "\(answered) of \(count) with a category")
line("folding alone", folding, "\(words / count) words each")
