import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests the effect of operations, and that their order and number don't matter.
@Suite struct SubmissionFoldTests {
  @Test("A student event is published at once, an official one after approval of its content")
  func approves() throws {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    #expect(log.published == ["quiz": "Quiz"])
    let pending = try #require(log.event("gala"))
    #expect(pending.state == .pending)
    let hash = try #require(pending.pending?.hash)
    log.decide("approve", "gala", at: 5, hash: hash)
    #expect(log.published == ["quiz": "Quiz", "gala": "Gala"])
    let listing = try #require(log.state()?.listings.first { $0.key == "gala" })
    #expect(listing.kind == .official)
    #expect(listing.published?.instant(in: .utc) == SubmissionLog.start + 5)
  }

  @Test("An edit of an approved event is published after approval of its content")
  func editsAfterApproval() throws {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    let first = try #require(log.event("gala")?.pending?.hash)
    log.decide("approve", "gala", at: 2, hash: first)
    log.add("edit", "gala", by: "ada", at: 3, SubmissionLog.event("Spam", type: "official"))
    #expect(log.published == ["gala": "Gala"])
    // The approval of the earlier content does not approve the edit.
    log.decide("approve", "gala", at: 4, hash: first)
    #expect(log.published == ["gala": "Gala"])
    let second = try #require(log.event("gala")?.pending?.hash)
    #expect(second != first)
    log.decide("approve", "gala", at: 5, hash: second)
    #expect(log.published == ["gala": "Spam"])
  }

  @Test("An approval of content that was edited in the meantime publishes nothing")
  func approvesOtherContent() throws {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    let hash = try #require(log.event("gala")?.pending?.hash)
    log.add("edit", "gala", by: "ada", at: 2, SubmissionLog.event("Spam", type: "official"))
    log.decide("approve", "gala", at: 3, hash: hash)
    #expect(log.published.isEmpty)
    #expect(log.state()?.rejected == 1)
  }

  @Test("A rejected event is not published, and its later edits need approval")
  func rejects() throws {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    let hash = try #require(log.event("quiz")?.current?.hash)
    log.decide("reject", "quiz", at: 2, hash: hash)
    #expect(log.published.isEmpty)
    #expect(log.state()?.hidden == ["quiz"])
    log.add("edit", "quiz", by: "ada", at: 3, SubmissionLog.event("Quiz again"))
    #expect(log.published.isEmpty)
    log.decide("approve", "quiz", at: 4, hash: try #require(log.event("quiz")?.pending?.hash))
    #expect(log.published == ["quiz": "Quiz again"])
  }

  @Test("Of an approval and a rejection in the same second, the rejection counts")
  func prefersRejection() throws {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    let hash = try #require(log.event("gala")?.pending?.hash)
    log.decide("reject", "gala", at: 2, hash: hash)
    log.decide("approve", "gala", at: 2, hash: hash)
    #expect(log.published.isEmpty)
  }

  @Test("Only the owner can change an event, and only until it ends")
  func protects() throws {
    var log = SubmissionLog()
    log.now = SubmissionLog.start + 90 * 86_400
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    log.add("edit", "quiz", by: "bob", at: 2, SubmissionLog.event("Bob's quiz"))
    log.add("delete", "quiz", by: "bob", at: 3)
    log.add("submit", "quiz", by: "bob", at: 4, SubmissionLog.event("Bob's quiz"))
    log.decide("edit", "quiz", at: 4, hash: "")
    let end = CalendarTime.floating(CivilDateTime(startOf: CivilDate(dayNumber: 20_544)))
      .instant(in: log.zone)
    let late = end.seconds(since: SubmissionLog.start) + 86_400
    let token = log.token("ada", days: 200)
    log.lines.append(
      log.line("edit", "quiz", by: token, at: late, SubmissionLog.event("Too late")))
    log.lines.append(log.line("delete", "quiz", by: token, at: late))
    #expect(log.published == ["quiz": "Quiz"])
    #expect(log.state()?.rejected == 6)
    log.add("delete", "quiz", by: "ada", at: 10)
    #expect(log.published.isEmpty)
    // The edition shows a deleted event as withdrawn.
    #expect(log.state()?.hidden == [])
  }

  @Test("A pending edit does not move the time until which its event can be changed")
  func keepsExpiry() {
    for (start, late) in [("2027-04-01T19:00", 40), ("2026-03-02T19:00", 10)] {
      var log = SubmissionLog()
      log.now = SubmissionLog.start + 90 * 86_400
      log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
      log.decide("approve", "gala", at: 2, hash: log.event("gala")?.pending?.hash ?? "")
      var edit = SubmissionLog.event("Gala", type: "official")
      edit["start"] = start
      log.add("edit", "gala", by: "ada", at: 3, edit)
      let token = log.token("ada", days: 200)
      log.lines.append(log.line("delete", "gala", by: token, at: late * 86_400))
      // The published event is on 1 April, 35 days after the start of the log.
      #expect(log.published.isEmpty == (late < 35), "\(start)")
    }
  }

  @Test("Forged and expired tokens, and tokens of other logs, change nothing")
  func checksTokens() throws {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    let other = SubmissionKey(secret: String(repeating: "x", count: 40), source: "board")
    let elsewhere = SubmissionKey(secret: SubmissionLog.secret, source: "forum")
    let expiry = SubmissionLog.start + 86_400
    let own = log.token("ada")
    let staff = own.replacing("1.p.", with: "1.s.")
    for token in [
      other.token(for: "ada", until: expiry), elsewhere.token(for: "ada", until: expiry),
      log.key.token(for: "ada", until: SubmissionLog.start + 1), staff, String(own.dropLast()),
      own + "0", own.uppercased(), own.replacing("ada", with: "bob"), "", "1.p.ada.9.zz",
      "1....", "....", "2" + own.dropFirst(),
    ] {
      log.lines.append(log.line("delete", "quiz", by: token, at: 2))
      log.lines.append(
        log.line("edit", "quiz", by: token, at: 2, SubmissionLog.event("Changed")))
      for hash in [log.event("quiz")?.current?.hash ?? ""] {
        log.lines.append(log.line("reject", "quiz", by: token, at: 2, ["hash": hash]))
      }
    }
    #expect(log.published == ["quiz": "Quiz"])
    #expect(log.state()?.rejected == 39)
    // A person's token is not valid for the staff's operations.
    let hash = try #require(log.event("quiz")?.current?.hash)
    log.lines.append(log.line("reject", "quiz", by: own, at: 3, ["hash": hash]))
    #expect(log.published == ["quiz": "Quiz"])
  }

  @Test("Enough reports by distinct people hide a student event until the staff decides")
  func hides() throws {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    for person in ["bob", "cat"] {
      for second in 2...20 {
        log.add("report", "quiz", by: person, at: second, ["reason": "spam"])
      }
    }
    #expect(log.published == ["quiz": "Quiz"])
    log.add("report", "quiz", by: "dan", at: 21, ["reason": "wrong"])
    #expect(log.published.isEmpty)
    #expect(log.event("quiz")?.reasons == ["spam": 2, "wrong": 1])
    // Neither an edit nor the withdrawal of a report publishes it again.
    log.add("withdraw", "quiz", by: "dan", at: 22)
    log.add("edit", "quiz", by: "ada", at: 23, SubmissionLog.event("Quiz, changed"))
    #expect(log.published.isEmpty)
    let hash = try #require(log.event("quiz")?.current?.hash)
    log.decide("approve", "quiz", at: 30, hash: hash)
    #expect(log.published == ["quiz": "Quiz"])
    // Closed reports and their authors no longer count. Others do.
    for person in ["bob", "cat"] {
      log.add("report", "quiz", by: person, at: 40, ["reason": "spam"])
    }
    log.add("report", "quiz", by: "eve", at: 41, ["reason": "spam"])
    log.add("report", "quiz", by: "fay", at: 41, ["reason": "spam"])
    #expect(log.published == ["quiz": "Quiz"])
    log.add("report", "quiz", by: "guy", at: 41, ["reason": "spam"])
    #expect(log.published.isEmpty)
  }

  @Test("K-1 people who report a thousand events repeatedly hide none")
  func resistsFewReporters() throws {
    var log = SubmissionLog()
    for number in 0..<1_000 {
      log.add("submit", "e\(number)", by: "ada", at: 1, SubmissionLog.event("Event \(number)"))
      for person in ["bob", "cat"] {
        log.add("report", "e\(number)", by: person, at: 2, ["reason": "spam"])
        log.add("report", "e\(number)", by: person, at: 3, ["reason": "wrong"])
      }
    }
    #expect(log.published.count == 1_000)
  }

  @Test("Reports hide no official event, and a report with an unknown reason does not count")
  func limitsReports() throws {
    var log = SubmissionLog()
    log.rules.reports = 1
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    log.decide("approve", "gala", at: 2, hash: try #require(log.event("gala")?.pending?.hash))
    log.add("report", "gala", by: "bob", at: 3, ["reason": "spam"])
    log.add("report", "quiz", by: "bob", at: 3, ["reason": "boring"])
    #expect(log.published.count == 2)
    #expect(log.event("gala")?.isWaiting == true)
    #expect(log.state()?.findings.contains { $0.message.contains("'reason' must be") } == true)
  }

  @Test("Owners can withdraw a pending edit, and the published version remains")
  func withdraws() throws {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    log.decide("approve", "gala", at: 2, hash: try #require(log.event("gala")?.pending?.hash))
    log.add("edit", "gala", by: "ada", at: 3, SubmissionLog.event("Ball", type: "official"))
    log.add("withdraw", "gala", by: "bob", at: 4)
    #expect(log.event("gala")?.pending != nil)
    log.add("withdraw", "gala", by: "ada", at: 5)
    #expect(log.event("gala")?.pending == nil)
    #expect(log.published == ["gala": "Gala"])
    log.add("submit", "ball", by: "ada", at: 1, SubmissionLog.event("Ball", type: "official"))
    log.add("withdraw", "ball", by: "ada", at: 6)
    #expect(log.event("ball")?.isDeleted == true)
  }

  @Test("An edit can't change type or visibility, so neither avoids approval")
  func keepsKind() {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    log.add("edit", "gala", by: "ada", at: 2, SubmissionLog.event("Gala", type: "student"))
    var hidden = SubmissionLog.event("Party")
    hidden["visibility"] = "friends"
    log.add("submit", "party", by: "ada", at: 1, hidden)
    log.add("edit", "party", by: "ada", at: 2, SubmissionLog.event("Party"))
    #expect(log.published.isEmpty)
    #expect(log.state()?.rejected == 2)
  }

  @Test("Lines with a later time count from that time on")
  func waits() {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1_000_001, SubmissionLog.event("Quiz"))
    #expect(log.published.isEmpty)
    #expect(log.state()?.early == 1)
    log.now = log.now + 1
    #expect(log.published == ["quiz": "Quiz"])
  }

  // MARK: - Order and number

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  /// Operations of few people on few events within few seconds, so that many conflict.
  private func operations(_ random: inout Generator) -> [SubmissionOperation] {
    let kinds: [Submission.Kind] = [.official, .student, .student, .friends]
    return (0..<Int.random(in: 20...120, using: &random)).map { _ in
      let number = Int.random(in: 0..<4, using: &random)
      let kind = kinds[number]
      let variant = Int.random(in: 0..<3, using: &random)
      let hash = "content \(variant)"
      let content = Submission(
        hash: hash, kind: kind,
        listing: Listing(
          source: "board", campus: "hill", key: "e\(number)", title: hash,
          start: .day(CivilDate(dayNumber: 20_544))),
        expiry: SubmissionLog.start + 10 + 20 * variant)
      let actions: [SubmissionOperation.Action] = [
        .submit(content), .submit(content), .edit(content), .edit(content), .delete, .withdraw,
        .report(reason: "spam"), .report(reason: "wrong"), .approve(hash: hash),
        .approve(hash: hash), .reject(hash: hash),
      ]
      return SubmissionOperation(
        id: "e\(number)", at: SubmissionLog.start + Int.random(in: 0..<40, using: &random),
        person: "p\(Int.random(in: 0..<5, using: &random))",
        isStaff: Bool.random(using: &random),
        action: actions.randomElement(using: &random) ?? .delete)
    }
  }

  private func events(_ operations: [SubmissionOperation]) -> [String: SubmittedEvent] {
    var fold = SubmissionFold()
    for operation in operations { fold.add(operation) }
    return fold.result(now: SubmissionLog.start + 35, hidingAt: 2).events
  }

  @Test("Any order, repetition and division of a log gives the same state", arguments: 0..<200)
  func isFold(seed: Int) {
    var random = Generator(state: UInt64(seed))
    let log = operations(&random)
    let state = events(log)
    let shuffled = log.shuffled(using: &random)
    #expect(events(shuffled) == state)
    let repeated = (log + log.filter { _ in Bool.random(using: &random) })
      .shuffled(using: &random)
    #expect(events(repeated) == state)
  }

  @Test("Random logs cover every state of an event")
  func reachesStates() {
    var random = Generator(state: 7)
    var states: Set<SubmittedEvent.State> = []
    for _ in 0..<300 {
      for event in events(operations(&random)).values { states.insert(event.state) }
    }
    #expect(states == [.visible, .pending, .hidden, .rejected, .deleted])
  }
}
