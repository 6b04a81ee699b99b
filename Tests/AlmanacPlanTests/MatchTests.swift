import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPlan

@Suite("Matches of users and projects") struct MatchTests {
  private static let now = Instant(secondsSinceEpoch: 1_000_000)

  private static func swipe(
    _ user: String, _ project: String, _ direction: Swipe.Direction, _ isApproved: Bool = true,
    at second: Int = 10
  ) -> Swipe {
    Swipe(
      user: user, project: project, direction: direction, isApproved: isApproved,
      at: Instant(secondsSinceEpoch: Int64(second)))
  }

  private static func project(
    _ id: String, owner: String = "olga", members: Set<String> = [], isDeleted: Bool = false,
    at second: Int = 1
  ) -> Project {
    Project(
      id: id, title: "Project \(id)", owner: owner, members: members, isDeleted: isDeleted,
      at: Instant(secondsSinceEpoch: Int64(second)))
  }

  private static func result(
    _ projects: [Project], _ swipes: [Swipe]
  ) -> (projects: [String: Project], matches: [Match]) {
    var fold = MatchFold(now: now)
    for project in projects { fold.add(project) }
    for swipe in swipes { fold.add(swipe) }
    return fold.result()
  }

  @Test("Mutual approval makes a match at the later of both times and adds the member")
  func matches() throws {
    let (projects, matches) = Self.result(
      [Self.project("boat", members: ["max"])],
      [
        Self.swipe("ada", "boat", .user, at: 40), Self.swipe("ada", "boat", .project, at: 25),
        Self.swipe("bob", "boat", .user), Self.swipe("eve", "boat", .project),
      ])
    let match = try #require(matches.first)
    #expect(matches.count == 1)
    #expect(match.id == "ada&boat")
    #expect(match.at == Instant(secondsSinceEpoch: 40))
    #expect(projects["boat"]?.members == ["olga", "max", "ada"])
  }

  @Test("The last swipe decides; at the same time, the swipe to the left decides")
  func left() {
    let boat = [Self.project("boat")]
    let approved = Self.swipe("ada", "boat", .project)
    func isMatch(_ swipes: Swipe...) -> Bool {
      !Self.result(boat, [approved] + swipes).matches.isEmpty
    }
    #expect(!isMatch(Self.swipe("ada", "boat", .user, false)))
    #expect(
      !isMatch(Self.swipe("ada", "boat", .user), Self.swipe("ada", "boat", .user, false, at: 11)))
    #expect(
      isMatch(Self.swipe("ada", "boat", .user, false), Self.swipe("ada", "boat", .user, at: 11)))
    #expect(!isMatch(Self.swipe("ada", "boat", .user), Self.swipe("ada", "boat", .user, false)))
  }

  @Test("Swipes beyond the limit change nothing, and repeated lines do not count towards it")
  func limit() {
    let boat = [Self.project("boat")]
    var swipes = (0..<MatchFold.maxSwipes).map {
      Self.swipe("ada", "boat", .user, true, at: 10 + $0)
    }
    swipes.append(Self.swipe("ada", "boat", .project))
    let late = Self.swipe("ada", "boat", .user, false, at: 100)
    #expect(Self.result(boat, swipes + [late]).matches.count == 1)
    // The last swipe within the limit counts.
    let refusals = (1..<MatchFold.maxSwipes).map {
      Self.swipe("ada", "boat", .user, false, at: $0)
    }
    let approvals = [Self.swipe("ada", "boat", .user), Self.swipe("ada", "boat", .project)]
    #expect(Self.result(boat, refusals + approvals).matches.count == 1)
    let first = Array(repeating: swipes[0], count: 20)
    #expect(Self.result(boat, first + swipes.suffix(1) + [late]).matches.isEmpty)
  }

  @Test(
    "Members, owners and unknown or deleted projects do not match, and future lines do not count"
  )
  func noMatches() {
    let both = [
      Self.swipe("ada", "boat", .user), Self.swipe("ada", "boat", .project),
    ]
    #expect(Self.result([], both).matches.isEmpty)
    #expect(Self.result([Self.project("boat", owner: "ada")], both).matches.isEmpty)
    #expect(Self.result([Self.project("boat", members: ["ada"])], both).matches.isEmpty)
    let deleted = Self.project("boat", isDeleted: true, at: 5)
    #expect(Self.result([Self.project("boat"), deleted], both).matches.isEmpty)
    #expect(Self.result([Self.project("boat"), deleted], both).projects.isEmpty)
    let early = Self.project("boat", isDeleted: true, at: 2_000_000)
    #expect(Self.result([Self.project("boat"), early], both).matches.count == 1)
    let refusal = Self.swipe("ada", "boat", .user, false, at: 2_000_000)
    #expect(Self.result([Self.project("boat")], both + [refusal]).matches.count == 1)
  }

  @Test("Logs that are shuffled, repeated, or read in parts have the same result")
  func isOrderFree() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let users = ["ada", "bob", "eve"]
      let ids = ["boat", "kite"]
      let projects = (0..<4).map { _ in
        Self.project(
          ids.randomElement(using: &generator) ?? "boat",
          owner: users.randomElement(using: &generator) ?? "ada",
          isDeleted: Int.random(in: 0..<6, using: &generator) == 0,
          at: Int.random(in: 0..<3, using: &generator))
      }
      let swipes = (0..<30).map { _ in
        Self.swipe(
          users.randomElement(using: &generator) ?? "ada",
          ids.randomElement(using: &generator) ?? "boat",
          Bool.random(using: &generator) ? .user : .project, Bool.random(using: &generator),
          at: Int.random(in: 0..<12, using: &generator))
      }
      let one = Self.result(projects, swipes)
      let cut = Int.random(in: 0...swipes.count, using: &generator)
      let again = (swipes[cut...] + swipes[..<cut] + swipes.prefix(cut)).shuffled(using: &generator)
      let other = Self.result((projects + projects).shuffled(using: &generator), again)
      #expect(one.matches == other.matches)
      #expect(one.projects == other.projects)
    }
  }

  @Test(
    "The error of an invalid line names the member",
    arguments: [
      (
        #"{"project": "b", "direction": "user", "approve": true, "at": "2026-03-02T12:00:00Z"}"#,
        "user"
      ),
      (
        #"{"user": "a&b", "project": "b", "direction": "user", "approve": true, "at": "2026-03-02T12:00:00Z"}"#,
        "user"
      ),
      (
        #"{"user": "a", "project": "b", "direction": "up", "approve": true, "at": "2026-03-02T12:00:00Z"}"#,
        "direction"
      ),
      (
        #"{"user": "a", "project": "b", "direction": "user", "approve": 1, "at": "2026-03-02T12:00:00Z"}"#,
        "approve"
      ),
      (
        #"{"user": "a", "project": "b", "direction": "user", "approve": "left", "at": "noon"}"#,
        "at"
      ),
    ])
  func mistakes(line: String, member: String) throws {
    let json = try JSONValue(parsing: Array(line.utf8))
    let error = #expect(throws: LogLineError.self) { try Swipe(json) }
    #expect(error?.member == member)
  }

  @Test("Swipes to the right are read as approval, swipes to the left as rejection")
  func readsSwipes() throws {
    for (text, isApproved) in [("\"right\"", true), ("\"left\"", false), ("true", true)] {
      let line =
        #"{"user": "a", "project": "b", "direction": "project", "approve": \#(text), "at": "1970-01-01T00:00:09Z"}"#
      let swipe = try Swipe(try JSONValue(parsing: Array(line.utf8)))
      #expect(swipe == Self.swipe("a", "b", .project, isApproved, at: 9))
    }
  }
}
