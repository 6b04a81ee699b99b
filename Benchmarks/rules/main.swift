import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Foundation

// Measures 20,000 listings passing 50 title rules on one core.
//
// The floor is folding each listing's title and searching it for one word. Usage: RulesBenchmark
// [ROUNDS]

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10

/// Milliseconds of processor time, which other processes don't affect.
func milliseconds(_ work: () async -> Void) async -> Double {
  let start = clock()
  await work()
  return Double(clock() - start) * 1_000 / Double(CLOCKS_PER_SEC)
}

let start = Instant(secondsSinceEpoch: 1_778_353_200)
let rules = (0..<50).map { number in
  let pattern = ["word\(number) more", "start\(number)*", "/^exact\(number)( |$)/"][number % 3]
  return ListingRule(name: "\(number)", conditions: [.text(.title, [pattern])])
}
let selector = try ListingSelector(
  ListingRules(except: rules), sources: [:], zone: .utc, today: start, categorizer: nil,
  taxonomy: Taxonomy(categories: []))
let listings = (0..<20_000).map { number in
  Listing(
    source: "hall", campus: "c", key: "\(number)",
    title: "An evening of music number \(number) in the old town hall",
    start: .zoned(ZonedTime(start + number * 60, in: .utc)))
}

var best = Double.infinity
var rejected = 0
for _ in 0..<rounds {
  var all = listings
  let time = await milliseconds { rejected = await selector.select(&all).count }
  best = min(best, time)
}
var floor = Double.infinity
var found = 0
for _ in 0..<rounds {
  let time = await milliseconds {
    for listing in listings where FoldedText.fold(listing.title).contains("word0 more") {
      found += 1
    }
  }
  floor = min(floor, time)
}
func shown(_ value: Double) -> String { String(format: "%.1f", value) }
print("listings \(listings.count), rules \(rules.count), rejected \(rejected + found)")
print("rules \(shown(best)) ms, floor \(shown(floor)) ms")
