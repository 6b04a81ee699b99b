import AlmanacModel
import AlmanacRefine
import Foundation

// Measures the geocoder on one core. The floor is a matcher that only finds the longest alias.
//
// Usage: GeocodeBenchmark GAZETTEER [COUNT]

guard CommandLine.arguments.count > 1 else {
  print("usage: GeocodeBenchmark GAZETTEER [COUNT]")
  exit(64)
}
let bytes = [UInt8](try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 200_000

/// Seconds of processor time, which other processes don't affect.
func seconds(_ work: () -> Void) -> Double {
  let start = clock()
  work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

var read: Gazetteer?
let reading = seconds { read = GazetteerReader.read(bytes).0 }
guard let gazetteer = read else {
  print("no gazetteer")
  exit(65)
}
var built: GazetteerMatcher?
let building = seconds { built = GazetteerMatcher(gazetteer) }
guard let matcher = built else { exit(70) }
let names = gazetteer.places.reduce(0) {
  $0 + 1 + $1.aliases.count + $1.codes.count + $1.rooms.count
}
let texts = VenueTexts(gazetteer).texts(count)
let queries = texts.map { VenueQuery(campus: "", text: $0) }

let peer = LongestAlias(gazetteer)

// Alternate both, so that changes of the machine's speed affect both equally.
var placed = 0
var found = 0
var geocoding = 0.0
var looking = 0.0
for start in stride(from: 0, to: texts.count, by: 5_000) {
  let part = start..<min(start + 5_000, texts.count)
  geocoding += seconds {
    for query in queries[part] where matcher.place(query).place != nil { placed += 1 }
  }
  looking += seconds {
    for text in texts[part] where peer.place(text) != nil { found += 1 }
  }
}

func line(_ name: String, _ seconds: Double, _ answers: Int) {
  let rate = Int(Double(texts.count) / max(seconds, 1e-9))
  print("\(name): \(rate) distinct texts a second, \(answers) of \(texts.count) placed")
}

print("load \(names) names: \(Int((reading + building) * 1_000)) ms")
line("almanac", geocoding, placed)
line("longest alias", looking, found)
print("almanac is \((looking / max(geocoding, 1e-9) * 100).rounded() / 100) times as fast")
