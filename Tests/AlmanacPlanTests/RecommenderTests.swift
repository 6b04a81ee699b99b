import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Testing

@Suite struct RecommenderTests {
  private func jazz(_ id: String, _ start: String, meters: Double = 100, number: Int64 = 1)
    -> PlanOccurrence
  {
    var occurrence = Fixture.occurrence(
      id, start, id: number, at: Fixture.place("Hall", meters: meters))
    occurrence.categories = ["music"]
    occurrence.tags = ["Jazz"]
    return occurrence
  }

  private func interested(_ change: (inout Person) -> Void = { _ in }) -> Person {
    Fixture.person {
      $0.interests.categories = ["music"]
      change(&$0)
    }
  }

  @Test("Recommendations match the interests, fit into the agenda and have reasons")
  func recommends() throws {
    let person = interested {
      $0.interests.tags = ["jazz"]
      $0.events = [Fixture.fixed("work", "06T09:00", "06T17:00")]
    }
    let agenda = Fixture.agenda(
      person,
      [
        jazz("evening", "06T19:00", number: 1), jazz("daytime", "06T12:00", number: 2),
        Fixture.occurrence("lecture", "07T12:00", id: 3),
      ])
    #expect(agenda.recommendations.map(\.event) == ["evening"])
    let reasons = try #require(agenda.recommendations.first?.reasons)
    #expect(
      reasons == ["category music", "tag jazz", "100 m from Home", "no other event at that time"])
  }

  @Test("A series is recommended once, and the nearer of two equal events comes first")
  func oneOfSeries() {
    let agenda = Fixture.agenda(
      interested(),
      [
        jazz("far", "06T19:00", meters: 3_000, number: 1), jazz("near", "07T19:00", number: 2),
        jazz("near", "08T19:00", number: 3),
      ])
    #expect(agenda.recommendations.map(\.event) == ["near", "far"])
    #expect(agenda.recommendations.first?.start == Fixture.instant("07T19:00"))
  }

  @Test(
    "Bad weather ranks an event lower than an equal one, and an attending friend ranks it higher")
  func ranks() {
    var outdoors = jazz("outdoors", "06T19:00", number: 1)
    outdoors.advisories = ["storm"]
    let events = [outdoors, jazz("indoors", "07T19:00", number: 2)]
    #expect(
      Fixture.agenda(interested(), events).recommendations.map(\.event) == ["indoors", "outdoors"])
    let person = interested { $0.friends = ["bob"] }
    var bob = Fixture.person { $0.attending = [EventReference(event: "later")] }
    bob.id = "bob"
    bob.friends = ["ada"]
    let edition = PlanEdition(occurrences: [
      jazz("soon", "06T19:00", number: 1), jazz("later", "07T19:00", number: 2),
    ])
    let agenda = AgendaPlanner(edition: edition, now: Fixture.now, persons: [person, bob])
      .agenda(of: person)
    #expect(agenda.recommendations.map(\.event) == ["later", "soon"])
  }

  @Test(
    "Other dates of an attended event, events in quiet hours and distant dates are not recommended")
  func omitsUnsuitable() {
    let person = interested {
      $0.attending = [EventReference(event: "series", date: Fixture.time("06").date)]
      $0.quietHours = [QuietHours(from: 22 * 3_600, to: 7 * 3_600)]
    }
    let agenda = Fixture.agenda(
      person,
      [
        jazz("series", "06T19:00", number: 1), jazz("series", "07T19:00", number: 2),
        jazz("club", "08T23:00", number: 3), jazz("festival", "20T19:00", number: 4),
        jazz("concert", "09T19:00", number: 5),
      ])
    #expect(agenda.recommendations.map(\.event) == ["concert"])
  }

  @Test("A whole-day event is recommended regardless of the agenda and the quiet hours")
  func recommendsWholeDays() throws {
    var fair = jazz("fair", "06")
    fair.isAllDay = true
    let person = interested {
      $0.events = [Fixture.fixed("work", "06T09:00", "06T17:00")]
      $0.quietHours = [QuietHours(from: 22 * 3_600, to: 7 * 3_600)]
    }
    let found = try #require(Fixture.agenda(person, [fair]).recommendations.first)
    #expect(found.reasons == ["category music", "100 m from Home", "all day"])
  }

  @Test("Declined and cancelled events are not recommended, and none if the person wants none")
  func switchedOff() {
    let events = [jazz("one", "06T19:00", number: 1), jazz("two", "07T19:00", number: 2)]
    #expect(Fixture.agenda(interested { $0.isRecommended = false }, events).recommendations.isEmpty)
    let declining = interested { $0.declined = [EventReference(event: "one")] }
    #expect(Fixture.agenda(declining, events).recommendations.map(\.event) == ["two"])
    var cancelled = events
    cancelled[1].isCancelled = true
    #expect(Fixture.agenda(interested(), cancelled).recommendations.map(\.event) == ["one"])
  }

  @Test(
    "The default view contains the events that match the interests, or all if there are no interests"
  )
  func view() {
    let events = [jazz("one", "06T19:00"), Fixture.occurrence("two", "06T19:00", id: 2)]
    #expect(Fixture.agenda(interested(), events).view == ["one"])
    #expect(Fixture.agenda(Fixture.person(), events).view == nil)
    let all = Fixture.person { $0.interests.isAll = true }
    #expect(Fixture.agenda(all, events).view == nil)
    #expect(Fixture.agenda(all, events).recommendations.count == 2)
  }

  @Test("Nearby events are within a kilometer, and are in progress or start within an hour")
  func nearby() {
    let hall = Fixture.place("Hall", meters: 500)
    let agenda = Fixture.agenda(
      Fixture.person(),
      [
        Fixture.occurrence("now", "05T07:30", "05T08:30", id: 1, at: hall),
        Fixture.occurrence("soon", "05T08:59", id: 2, at: Fixture.place("Lab", meters: 200)),
        Fixture.occurrence("later", "05T09:30", id: 3, at: hall),
        Fixture.occurrence("over", "05T06:00", "05T08:00", id: 4, at: hall),
        Fixture.occurrence("far", "05T08:30", id: 5, at: Fixture.place("Far", meters: 1_200)),
      ])
    #expect(agenda.nearby.map(\.event) == ["soon", "now"])
  }

  @Test("During an event, nearby events are those near its place")
  func nearbyCurrentEvent() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("class", "05T07:00", "05T09:00", at: Fixture.place("Lab", meters: 5_000))
      ]
    }
    let agenda = Fixture.agenda(
      person,
      [
        Fixture.occurrence("near", "05T08:30", id: 1, at: Fixture.place("Hall", meters: 5_200)),
        Fixture.occurrence("home", "05T08:30", id: 2, at: Fixture.place("Home")),
      ])
    #expect(agenda.nearby.map(\.event) == ["near"])
  }

  @Test("The reasons name only mutual friends that attend")
  func friends() throws {
    let person = interested { $0.friends = ["bob", "mallory"] }
    func other(_ id: String, friends: Set<String>) -> Person {
      var other = Fixture.person { $0.attending = [EventReference(event: "one")] }
      other.id = id
      other.friends = friends
      return other
    }
    let planner = AgendaPlanner(
      edition: PlanEdition(occurrences: [jazz("one", "06T19:00")]), now: Fixture.now,
      persons: [person, other("bob", friends: ["ada"]), other("mallory", friends: ["bob"])])
    let reasons = try #require(planner.agenda(of: person).recommendations.first?.reasons)
    #expect(reasons.contains("attended by bob"))
    #expect(!reasons.contains { $0.contains("mallory") })
  }

  @Test("The time for a recommended event depends on the journeys to it and from it")
  func usesJourneys() {
    let person = interested {
      $0.events = [
        Fixture.fixed("class", "06T17:00", "06T18:00", at: $0.home),
        Fixture.fixed("call", "06T21:00", "06T21:30", at: $0.home),
      ]
      $0.travel.modes = [.transit: ModeSettings()]
    }
    // Each journey takes one hour, and an event without an end lasts one hour.
    var concert = jazz("concert", "06T19:00", meters: 5_000)
    let hall = concert.place?.coordinate
    func isRecommended(there: Int, back: Int) -> Bool {
      let agenda = Fixture.agenda(
        person, [concert],
        network: { TransitJourney(duration: $0.to == hall ? there : back) })
      return !agenda.recommendations.isEmpty
    }
    #expect(isRecommended(there: 3_600, back: 3_600))
    #expect(!isRecommended(there: 3_660, back: 3_600))
    #expect(!isRecommended(there: 3_600, back: 3_660))
    // The edition's journey takes precedence over the network's.
    concert.journeys =
      Fixture.place("Stop").map {
        [ListedJourney(from: $0, journey: TransitJourney(duration: 3_000))]
      } ?? []
    #expect(isRecommended(there: 3_660, back: 3_600))
    // The origin of a listed journey must be within 300 m.
    concert.journeys =
      Fixture.place("Stop", meters: 350).map {
        [ListedJourney(from: $0, journey: TransitJourney(duration: 3_000))]
      } ?? []
    #expect(!isRecommended(there: 3_660, back: 3_600))
  }

  @Test("An event that no permitted mode reaches from the previous one is not recommended")
  func keepsLimits() {
    let person = interested {
      $0.events = [Fixture.fixed("class", "06T17:00", "06T18:00", at: $0.home)]
      $0.travel.modes = [.walking: ModeSettings(maxDistance: 1_000)]
    }
    let agenda = Fixture.agenda(
      person,
      [
        jazz("near", "06T19:00", meters: 700, number: 1),
        jazz("far", "06T19:00", meters: 800, number: 2),
      ])
    #expect(agenda.recommendations.map(\.event) == ["near"])
  }
}
