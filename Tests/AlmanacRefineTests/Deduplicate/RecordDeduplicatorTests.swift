import AlmanacRefine
import Testing

@Suite struct RecordDeduplicatorTests {
  private static let concert =
    #""title":"Midsummer Serenade of Strings","start":"2026-03-10T19:30","venue":"Great Hall""#

  private func members(_ lines: [String], blocks count: Int = 1, workers: Int = 1) async
    -> [String]
  {
    let parts = stride(from: 0, to: lines.count, by: max(1, lines.count / count)).map { start in
      lines[start..<min(lines.count, start + max(1, lines.count / count))]
    }
    let blocks = parts.map { RecordBlock(Array(($0.joined(separator: "\n") + "\n").utf8)) }
    let matches = await RecordMatches(of: blocks, workers: workers)
    return blocks.enumerated().flatMap { number, block in
      block.lines.indices.map { index in
        String(decoding: matches.members(block: number, record: index), as: UTF8.self)
      }
    }
  }

  private func occurrence(_ members: String) -> Substring {
    members.dropFirst(#""occurrence":""#.count).prefix { $0 != "\"" }
  }

  @Test("Workers, blocks and the order of the lines don't change the result for a record")
  func isDeterministic() async {
    let lines = (0..<9_000).map { index in
      let (group, day, hour) = (index / 3, index / 3 % 28 + 1, index % 7 + 10)
      let campus = index % 9 == 0 ? "dale" : "hill"
      return """
        {"id":"\(index)","source":"s\(index % 5)/\(campus)","title":"\(["Concert", "Talk"][index % 2]) of \
        Group \(group)","start":"2026-03-\(day < 10 ? "0" : "")\(day)T\(hour):00",\
        "venue":"Hall \(group % 40)"}
        """
    }
    let expected = Set(zip(lines, await members(lines)).map { $0 + $1 })
    var generator = SeededGenerator(seed: 4)
    for (blocks, workers) in [(1, 2), (5, 3)] {
      let shuffled = lines.shuffled(using: &generator)
      let found = await members(shuffled, blocks: blocks, workers: workers)
      #expect(Set(zip(shuffled, found).map { $0 + $1 }) == expected)
    }
  }

  @Test("Records of two sources become one occurrence with evidence, on one campus only")
  func merges() async {
    let found = await members([
      #"{"id":"1","source":"a/hill",\#(Self.concert)}"#,
      #"{"id":"2","source":"b/hill",\#(Self.concert)}"#,
      #"{"id":"3","source":"c/dale",\#(Self.concert)}"#,
      #"{"id":"4","source":"d/hill","title":"Midsummer Serenade of Strings"}"#,
    ])
    #expect(occurrence(found[0]) == occurrence(found[1]))
    #expect(Set(found.map(occurrence)).count == 3)
    #expect(found.count { $0.contains(#""evidence":["title 1.00","same start""#) } == 1)
  }

  @Test(
    "A time with an offset, one in UTC and one of the campus's clocks are the same",
    arguments: [
      ("2026-03-10T07:30", "2026-03-10T07:30+08:00", true),
      ("2026-03-10T07:30", "2026-03-09T23:30Z", true),
      ("2026-03-10T07:30", "2026-03-10T07:30Z", false),
      ("2026-07-10T07:30", "2026-07-10T07:30+08:00", true),
    ])
  func offsets(first: String, second: String, isOne: Bool) async {
    func line(_ id: String, _ source: String, _ title: String, _ start: String) -> String {
      """
      {"id":"\(id)","source":"\(source)/hill","title":"\(title)","start":"\(start)",\
      "venue":"Heron Pavilion"}
      """
    }
    let others = (0..<4).map {
      line("o\($0)", "c", "Meeting of Club \($0)", "2026-03-1\($0)T19:00+08:00")
    }
    let found = await members(
      [
        line("1", "a", "Sunrise Bird Walk with Sketchbooks", first),
        line("2", "b", "Sunrise Bird Walk with Sketchbooks", second),
      ] + others)
    #expect((occurrence(found[0]) == occurrence(found[1])) == isOne)
  }

  @Test("A cancellation applies to the source's record of that hour, not of another")
  func canceled() async {
    let lines = ["", "CANCELLED: "].enumerated().map { number, status in
      """
      {"id":"\(number)","source":"a/hill","url":"https://a.example/e/1",\
      "title":"\(status)Midsummer Serenade of Strings","start":"2026-03-10T19:30","venue":"Great Hall"}
      """
    }
    let found = await members(lines)
    #expect(occurrence(found[0]) == occurrence(found[1]))
    let later = lines[1].replacing("T19:30", with: "T14:30")
    let apart = await members([lines[0], later])
    #expect(occurrence(apart[0]) != occurrence(apart[1]))
  }

  @Test("A source that lists a hall once and only its town once lists two places")
  func townAndHall() async {
    let others = (0..<60).map { index in
      """
      {"id":"o\(index)","source":"b/hill","title":"Meeting of Group \(index)",\
      "start":"2026-04-10T19:30","venue":"Hall \(index), Davis"}
      """
    }
    let lines = ["Tellus Stage, Davis", "Davis", ""].enumerated().map { number, venue in
      """
      {"id":"\(number)","source":"a/hill","url":"https://a.example/e/1","venue":"\(venue)",\
      "title":"Midsummer Serenade of Strings","start":"2026-03-10T19:30","end":"2026-03-10T21:00"}
      """
    }
    let apart = await members([lines[0], lines[1]] + others)
    #expect(occurrence(apart[0]) != occurrence(apart[1]))
    let unsaid = await members([lines[0], lines[2]] + others)
    #expect(occurrence(unsaid[0]) == occurrence(unsaid[1]))
  }

  @Test("Escapes are decoded everywhere in a line")
  func escapes() async {
    for title in [#"Midsummer\u0020Serenade of Strings"#, #"Midsummer Serenade of String\u0073"#] {
      let line = #"{"id":"2","source":"b\/hill",\#(Self.concert)}"#
        .replacing("Midsummer Serenade of Strings", with: title)
      let found = await members([#"{"id":"1","source":"a/hill",\#(Self.concert)}"#, line])
      #expect(occurrence(found[0]) == occurrence(found[1]))
    }
  }

  @Test("Records of a series share an event, not an occurrence")
  func series() async {
    let found = await members([
      #"{"id":"1","source":"a/hill","uid":"u","title":"Yoga","start":"2026-03-10T19:30"}"#,
      #"{"id":"2","source":"a/hill","uid":"u","title":"Yoga","start":"2026-03-17T19:30"}"#,
    ])
    #expect(occurrence(found[0]) != occurrence(found[1]))
    let events = found.map { $0.split(separator: #""event":""#).last?.prefix { $0 != "\"" } }
    #expect(events[0] == events[1])
  }

  @Test(
    "Lines are read as JSON of RFC 8259",
    arguments: [
      (#"{}"#, true), (#" { "id" : "1" , "n" : -1.5e+3 , "t":true } "#, true),
      (#"{"a":{"b":[1,"}"]}}"#, true), (#"{"title":"\u00e9\ud83c\udf89\n\"x\""}"#, true),
      (#"{"a":1,}"#, false), (#"{"a":01}"#, false), (#"{"a":"\x"}"#, false),
      (#"{"a":"b"} x"#, false), (#"{"a" "b"}"#, false), (#"[1]"#, false), (#"{"a":tru}"#, false),
      ("{\"a\":\"\u{1}\"}", false), (#"{"a":"b"#, false), (#"{"a":.5}"#, false),
    ])
  func lines(line: String, isRecord: Bool) {
    let block = RecordBlock(Array(line.utf8))
    #expect(block.lines.count == (isRecord ? 1 : 0))
    #expect(block.badLines == (isRecord ? [] : [1]))
  }
}
