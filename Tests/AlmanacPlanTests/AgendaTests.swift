import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Testing

/// Persons and editions of these tests. Monday 5 October 2026, 08:00 UTC.
enum Fixture {
  static let now = Instant(rfc3339: "2026-10-05T08:00:00Z") ?? Instant(secondsSinceEpoch: 0)

  static func time(_ text: String) -> CalendarTime {
    CalendarTime("2026-10-\(text)") ?? .day(.min)
  }

  static func instant(_ text: String) -> Instant { time(text).instant(in: .utc) }

  /// A point that many meters north of the home.
  static func place(_ name: String, meters: Double = 0) -> PlanPlace? {
    Coordinate(latitude: 48 + meters / 111_195, longitude: 11).map {
      PlanPlace(name: name, coordinate: $0)
    }
  }

  static func occurrence(
    _ event: String, _ start: String, _ end: String? = nil, id: Int64 = 1,
    at place: PlanPlace? = nil,
    label: String? = nil
  ) -> PlanOccurrence {
    var occurrence = PlanOccurrence(
      id: id, event: event, title: "Title of \(event)", start: instant(start),
      startTime: time(start).anchored(in: .utc), modified: now)
    occurrence.end = end.map(instant)
    occurrence.endTime = end.map(time)
    occurrence.place = place
    occurrence.label = label
    return occurrence
  }

  static func person(_ change: (inout Person) -> Void = { _ in }) -> Person {
    var person = Person(id: "ada", zone: .utc)
    person.home = place("Home")
    change(&person)
    return person
  }

  static func fixed(
    _ id: String, _ start: String, _ end: String, at place: PlanPlace? = nil
  ) -> OwnEvent {
    var event = OwnEvent(
      id: id, title: "Own \(id)", timing: .fixed(TimeSpan(start: time(start), end: time(end))))
    event.place = place
    return event
  }

  static func flexible(
    _ id: String, _ earliest: String, _ latest: String, minutes: Int, planned: String? = nil,
    bounds: (String, String)? = nil
  ) -> OwnEvent {
    var times = FlexibleTime(
      earliest: time(earliest), latest: time(latest), duration: minutes * 60)
    times.planned = planned.map(time)
    times.bounds = bounds.map { TimeSpan(start: time($0.0), end: time($0.1)) }
    return OwnEvent(id: id, title: "Own \(id)", timing: .flexible(times))
  }

  static func agenda(
    _ person: Person, _ occurrences: [PlanOccurrence] = [], previous: [String: Instant] = [:],
    now: Instant = now, rides: [RideQuote] = [], network: AgendaPlanner.Network? = nil
  ) -> Agenda {
    AgendaPlanner(
      edition: PlanEdition(occurrences: occurrences), now: now, rides: rides, network: network
    ).agenda(of: person, previous: previous)
  }
}

@Suite struct AgendaTests {
  @Test(
    "an event with invalid times is named with its cause",
    arguments: [
      (Fixture.fixed("x", "05T10:00", "05T10:00"), PlanCause.InvalidData.endBeforeStart),
      (Fixture.flexible("x", "05T10:00", "05T10:30", minutes: 31), .boundsTooStrict),
      (
        Fixture.flexible(
          "x", "05T09:00", "05T12:00", minutes: 30, bounds: ("05T09:30", "05T12:00")),
        .boundsOutside
      ),
      (
        Fixture.flexible(
          "x", "05T09:00", "05T12:00", minutes: 30, bounds: ("05T12:00", "05T09:00")),
        .endBeforeStart
      ),
    ])
  func namesInvalidData(event: OwnEvent, cause: PlanCause.InvalidData) {
    let agenda = Fixture.agenda(Fixture.person { $0.events = [event] })
    #expect(agenda.causes == ["x": [.invalidData(cause)]])
    #expect(agenda.entries.isEmpty)
    #expect(PlanCause.invalidData(cause).text == "Event data not valid")
  }

  @Test("a flexible event gets a time between what is fixed, with the way to it")
  func placesFlexible() throws {
    let far = Fixture.place("Library", meters: 900)
    var errand = Fixture.flexible("errand", "05T10:00", "05T13:00", minutes: 45)
    errand.place = far
    let person = Fixture.person {
      $0.events = [errand]
      $0.attending = [EventReference(event: "talk")]
    }
    let agenda = Fixture.agenda(
      person, [Fixture.occurrence("talk", "05T10:15", "05T11:00", at: Fixture.place("Hall"))])
    let entry = try #require(agenda.entries.first { $0.key == "errand" })
    // 900 m take 900 × 1.4 / 1.25 seconds on foot, which is 17 minutes.
    #expect(entry.start == Fixture.instant("05T11:17"))
    #expect(entry.end == entry.start + 45 * 60)
    #expect(agenda.causes.isEmpty)
    let leg = try #require(agenda.legs.first { $0.entry == "errand" })
    #expect(leg.from.name == "Hall")
    #expect(leg.departure == Fixture.instant("05T11:00"))
    #expect(leg.proposed?.mean == .walking)
  }

  @Test(
    "a flexible event keeps the time of the last run while that works, and moves when it doesn't")
  func keepsPreviousTime() throws {
    let person = Fixture.person {
      $0.events = [Fixture.flexible("gym", "05T09:00", "05T18:00", minutes: 60)]
    }
    let before = ["gym": Fixture.instant("05T15:00")]
    let kept = Fixture.agenda(person, previous: before)
    #expect(kept.entries.first?.start == Fixture.instant("05T15:00"))
    #expect(kept.moved.isEmpty)
    var attending = person
    attending.attending = [EventReference(event: "talk")]
    let talk = Fixture.occurrence("talk", "05T14:30", "05T15:30")
    let moved = Fixture.agenda(attending, [talk], previous: before)
    #expect(moved.moved == ["gym"])
    #expect(moved.entries.first { $0.key == "gym" }?.start == Fixture.instant("05T15:30"))
    #expect(moved.causes.isEmpty)
  }

  @Test("nothing is moved where no arrangement works")
  func movesNothingWithoutArrangement() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("exam", "05T10:00", "05T12:00"),
        Fixture.fixed("shift", "05T11:00", "05T14:00"),
        Fixture.flexible("gym", "05T09:00", "05T15:00", minutes: 60, planned: "05T11:30"),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.moved.isEmpty)
    #expect(agenda.entries.first { $0.key == "gym" }?.start == Fixture.instant("05T11:30"))
    #expect(agenda.causes["exam"] == [.conflict(["exam", "shift"])])
    #expect(agenda.causes["gym"] == nil)
    #expect(agenda.days.map(\.isFeasible) == [false])
  }

  @Test("a repetitive event keeps its days without conflict and names the others")
  func keepsFreeDays() throws {
    var event = Fixture.fixed("run", "05T09:00", "05T10:00")
    event.repetition = Repetition(
      rule: try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=20261009"),
      exceptions: [Fixture.time("08").date])
    let person = Fixture.person {
      $0.events = [event]
      $0.attending = [EventReference(event: "talk")]
    }
    let agenda = Fixture.agenda(person, [Fixture.occurrence("talk", "07T09:30", "07T11:00")])
    #expect(
      agenda.entries.filter { $0.event == "run" }.map(\.key)
        == ["run@2026-10-05", "run@2026-10-06", "run@2026-10-09"])
    #expect(agenda.skipped.map(\.event) == ["run"])
    #expect(agenda.skipped.map(\.date) == [Fixture.time("07").date])
    #expect(agenda.skipped.map(\.conflict) == [["run@2026-10-07", "talk"]])
    #expect(agenda.days.allSatisfy { $0.isFeasible })
  }

  @Test("the way is before or after an event without a place, never during it")
  func travelsAroundOnlineEvent() throws {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("one", "05T09:00", "05T10:00", at: Fixture.place("Hall")),
        Fixture.fixed("call", "05T10:30", "05T11:30"),
        Fixture.fixed("two", "05T11:35", "05T12:00", at: Fixture.place("Lab", meters: 1_000)),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes.isEmpty)
    let leg = try #require(agenda.legs.first { $0.entry == "two" })
    #expect(leg.arrival == Fixture.instant("05T10:30"))
    #expect(leg.departure >= Fixture.instant("05T10:00"))
  }

  @Test("an event out of reach of every permitted mean does not satisfy the preferences")
  func checksLimits() {
    var event = Fixture.fixed("hike", "05T10:00", "05T12:00")
    event.place = Fixture.place("Hills", meters: 9_000)
    let person = Fixture.person {
      $0.events = [event]
      $0.travel.means = [.walking: MeanSettings(maxDistance: 5_000)]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes == ["hike": [.preferences(["hike"])]])
    #expect(agenda.legs.allSatisfy { $0.entry == nil })
  }

  @Test("events that only a mean beyond its limit connects are a matter of preferences")
  func tellsPreferencesFromConflicts() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("one", "05T10:00", "05T11:00", at: Fixture.place("North", meters: 3_000)),
        Fixture.fixed("two", "05T12:00", "05T13:00", at: Fixture.place("South", meters: -3_000)),
      ]
      $0.travel.means = [
        .walking: MeanSettings(maxDistance: 5_000),
        .driving: MeanSettings(maxDistance: 5_000),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes["one"] == [.preferences(["one", "two"])])
    #expect(agenda.causes["two"] == [.preferences(["one", "two"])])
  }

  @Test("an event in quiet hours is named, also across midnight")
  func checksQuietHours() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("late", "05T23:00", "06T00:30"),
        Fixture.fixed("noon", "06T12:00", "06T13:00"),
      ]
      $0.quietHours = [QuietHours(from: 23 * 3_600, to: 7 * 3_600)]
    }
    #expect(Fixture.agenda(person).causes == ["late": [.preferences(["late"])]])
  }

  @Test("a declined date and an unknown event are left out, a former id is followed")
  func readsReferences() {
    let series = [
      Fixture.occurrence("yoga", "06T09:00", id: 1, label: "20261006"),
      Fixture.occurrence("yoga", "08T09:00", id: 2, label: "20261008"),
    ]
    let person = Fixture.person {
      $0.attending = [
        "old-yoga", "nothing@2026-10-06", "over", "yoga@2026-10-01", "yoga@2026-10-07",
      ]
      .compactMap { EventReference($0) }
      $0.declined = [EventReference(event: "yoga", date: Fixture.time("08").date)]
    }
    let edition = PlanEdition(occurrences: series, aliases: ["old-yoga": "yoga"], events: ["over"])
    let agenda = AgendaPlanner(edition: edition, now: Fixture.now).agenda(of: person)
    #expect(agenda.entries.map(\.key) == ["yoga-20261006"])
    // Nobody needs to know that an event or a date is over.
    #expect(agenda.unknown == ["nothing@2026-10-06", "yoga@2026-10-07"])
  }

  @Test("a cancelled event takes no time")
  func ignoresCancelled() {
    var talk = Fixture.occurrence("talk", "05T10:00", "05T11:00")
    talk.isCancelled = true
    let person = Fixture.person {
      $0.attending = [EventReference(event: "talk")]
      $0.events = [Fixture.fixed("lab", "05T10:30", "05T11:30")]
    }
    let agenda = Fixture.agenda(person, [talk])
    #expect(agenda.causes.isEmpty)
    #expect(agenda.entries.map(\.isCancelled) == [true, false])
  }

  @Test("the remaining time of a task is exact and in days; done and overdue tasks have none")
  func tasks() {
    var task = PlanTask(id: "essay", title: "Essay", due: Fixture.time("08T19:20"))
    #expect(task.remaining(now: Fixture.now, in: .utc)?.exact == "83h 20m 0s")
    #expect(task.remaining(now: Fixture.now, in: .utc)?.days == "3d")
    #expect(task.state(now: Fixture.now, in: .utc) == .active)
    task.isDone = true
    #expect(task.state(now: Fixture.now, in: .utc) == .done)
    let late = PlanTask(id: "form", title: "Form", due: Fixture.time("04"))
    #expect(late.state(now: Fixture.now, in: .utc) == .overdue)
    #expect(late.remaining(now: Fixture.now, in: .utc) == nil)
    let today = PlanTask(id: "call", title: "Call", due: Fixture.time("05"))
    #expect(today.remaining(now: Fixture.now, in: .utc)?.exact == "16h 0m 0s")
  }

  @Test("an agenda is the same in any order of its inputs")
  func ignoresOrder() {
    var generator = SeededGenerator(seed: 71)
    let places = (0..<6).map { Fixture.place("P\($0)", meters: Double($0) * 400) }
    for _ in 0..<100 {
      let occurrences = (0..<8).map { number in
        let hour = Int.random(in: 9...17, using: &generator)
        let day = ["05", "06"][number % 2]
        let start = "\(day)T\(hour < 10 ? "0" : "")\(hour):00"
        return Fixture.occurrence(
          "e\(number)", start, id: Int64(number), at: places[number % 6])
      }
      var person = Fixture.person {
        $0.attending = (0..<8).map { EventReference(event: "e\($0)") }
        $0.events = (0..<4).map {
          Fixture.flexible("f\($0)", "05T09:00", "06T19:00", minutes: 50, planned: "05T11:10")
        }
      }
      let one = Fixture.agenda(person, occurrences)
      person.attending.shuffle(using: &generator)
      person.events.shuffle(using: &generator)
      let other = Fixture.agenda(person, occurrences.shuffled(using: &generator))
      #expect(one.entries.map(\.key) == other.entries.map(\.key))
      #expect(one.entries.map(\.start) == other.entries.map(\.start))
      #expect(one.causes == other.causes)
      #expect(one.days == other.days)
      #expect(one.legs == other.legs)
      #expect(one.moved == other.moved)
    }
  }
}

@Suite struct TravelTests {
  private func options(
    _ meters: Double, gap: Int? = nil, rides: [RideQuote] = [], _ change: (inout Person) -> Void
  ) -> [TravelOption] {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("x", "05T12:00", "05T13:00", at: Fixture.place("X", meters: meters))
      ]
      $0.rides = rides
      change(&$0)
    }
    return Fixture.agenda(person).legs.first { $0.entry == "x" }?.options ?? []
  }

  private let all: [TravelMean: MeanSettings] = Dictionary(
    uniqueKeysWithValues: TravelMean.allCases.map { ($0, MeanSettings()) })

  @Test("without a preference the fastest mean is first; a mean that is not active is no option")
  func fastestFirst() {
    let found = options(4_000) {
      $0.travel.means = all
      $0.travel.means[.driving] = MeanSettings(isActive: false)
    }
    #expect(found.map(\.mean) == [.transit, .cycling, .walking])
    #expect(found.map(\.distance).allSatisfy { abs($0 - 5_600) < 10 })
  }

  @Test("preferred means come first")
  func preference() {
    let found = options(2_000) {
      $0.travel.means = all
      $0.travel.order = [.walking, .driving]
    }
    #expect(found.map(\.mean).prefix(2) == [.walking, .driving])
  }

  @Test("in eco mode options are ranked by emissions, then by duration")
  func eco() {
    let found = options(2_000) {
      $0.travel.means = all
      $0.travel.order = [.driving]
      $0.travel.isEco = true
    }
    #expect(found.map(\.mean) == [.cycling, .walking, .transit, .driving])
    #expect(found.map(\.emissions) == found.map(\.emissions).sorted())
  }

  @Test("a mean is no option beyond its limit, which counts along the way")
  func limits() {
    let found = options(2_000) {
      $0.travel.means = [
        .walking: MeanSettings(maxDistance: 2_700), .cycling: MeanSettings(maxDistance: 2_900),
      ]
    }
    #expect(found.map(\.mean) == [.cycling])
  }

  @Test("a price is computed from configured rates only")
  func prices() {
    var rated = MeanSettings()
    rated.basePrice = 2
    rated.kilometerPrice = 0.5
    rated.currency = "EUR"
    let found = options(1_000) {
      $0.travel.means = [.walking: MeanSettings(), .driving: rated, .transit: MeanSettings()]
    }
    let prices = Dictionary(uniqueKeysWithValues: found.map { ($0.mean, $0.price) })
    #expect(prices[.walking] == PriceRange(low: 0, high: 0))
    #expect(prices[.transit] == .some(nil))
    #expect(abs((prices[.driving]??.high ?? 0) - 2.7) < 0.01)
  }

  @Test("rides come from quotes alone")
  func rides() {
    let quote = RideQuote(
      event: "x", product: "Pool", price: PriceRange(low: 9, high: 6, currency: "EUR"),
      duration: 500, distance: 3_000)
    #expect(options(2_000) { $0.travel.means = [.ride: MeanSettings()] }.isEmpty)
    let found = options(2_000, rides: [quote]) { $0.travel.means = [.ride: MeanSettings()] }
    #expect(found.map(\.product) == ["Pool"])
    #expect(found.first?.price == PriceRange(low: 6, high: 9, currency: "EUR"))
  }

  @Test(
    "a ride is bookable from 60 minutes before the start until the start",
    arguments: [
      (-3_601, BookingRefusal.tooEarly), (-3_600, nil), (0, nil), (1, .tooLate),
    ])
  func bookingWindow(offset: Int, refusal: BookingRefusal?) {
    let quote = RideQuote(event: "x", product: "Pool", price: nil, duration: 500, distance: 3_000)
    let start = Fixture.now
    var found: BookingRefusal?
    do throws(BookingRefusal) {
      let quotes = try RideBooking([quote]).quotes(for: "x", start: start, now: start + offset)
      #expect(quotes == [quote])
    } catch {
      found = error
    }
    #expect(found == refusal)
  }

  @Test("a way by transit is the network's journey, there and back; without one it is no option")
  func network() throws {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("x", "05T12:00", "05T13:00", at: Fixture.place("X", meters: 4_000))
      ]
      $0.travel.means = [.transit: MeanSettings(), .walking: MeanSettings()]
      $0.travel.buffer = 300
    }
    let agenda = Fixture.agenda(
      person,
      network: { query in
        // Only the way there has a journey.
        query.isArrival && query.time == Fixture.instant("05T11:55")
          ? TransitJourney(duration: 1_260, note: "Bus 9") : nil
      })
    let there = try #require(agenda.legs.first { $0.entry == "x" })
    #expect(there.proposed?.mean == .transit)
    #expect(there.proposed?.duration == 1_260)
    #expect(there.proposed?.note == "Bus 9")
    #expect(there.departure == Fixture.instant("05T11:34"))
    let back = try #require(agenda.legs.first { $0.entry == nil })
    #expect(back.options.map(\.mean) == [.walking])
  }

  @Test("whether two events can be attended depends on the network's journey between them")
  func networkDecides() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("a", "05T12:00", "05T13:00"),
        Fixture.fixed("b", "05T13:30", "05T14:00", at: Fixture.place("B", meters: 5_000)),
      ]
      $0.events[0].place = $0.home
      $0.travel.means = [.transit: MeanSettings()]
    }
    #expect(Fixture.agenda(person).causes.isEmpty)
    let slow = Fixture.agenda(person, network: { _ in TransitJourney(duration: 1_860) })
    #expect(slow.causes["a"] == [.conflict(["a", "b"])])
    let quick = Fixture.agenda(person, network: { _ in TransitJourney(duration: 1_800) })
    #expect(quick.causes.isEmpty)
  }

  @Test("rides that are quoted for all persons are offered to those who use rides, in their window")
  func sharedRides() throws {
    func quote(_ event: String, _ product: String) -> RideQuote {
      RideQuote(event: event, product: product, price: nil, duration: 500, distance: 3_000)
    }
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("soon", "05T08:40", "05T08:50", at: Fixture.place("X", meters: 2_000)),
        Fixture.fixed("later", "05T12:00", "05T13:00", at: Fixture.place("X", meters: 2_000)),
        Fixture.fixed("bare", "05T08:55", "05T09:00", at: Fixture.place("X", meters: 2_000)),
      ]
      $0.travel.means = [.ride: MeanSettings()]
      $0.rides = [quote("soon", "Own"), quote("gone", "Own")]
    }
    let shared = [quote("soon", "Pool"), quote("later", "Pool")]
    let rides = Fixture.agenda(person, rides: shared).rides
    // A person's own quotes count before those for all.
    #expect(rides["soon"]?.quotes.map(\.product) == ["Own"])
    #expect(rides["later"]?.refusal == .tooEarly)
    #expect(rides["bare"]?.refusal == .noTravels)
    #expect(rides["gone"]?.refusal == .eventNotFound)
    var walker = person
    walker.travel.means = [.walking: MeanSettings()]
    walker.rides = []
    #expect(Fixture.agenda(walker, rides: shared).rides.isEmpty)
  }

  @Test("a ride to an unknown event, or without quotes, is refused")
  func bookingRefusals() {
    #expect(Self.refusal(start: nil) == .eventNotFound)
    #expect(Self.refusal(start: Fixture.now) == .noTravels)
  }

  private static func refusal(start: Instant?) -> BookingRefusal? {
    do throws(BookingRefusal) {
      _ = try RideBooking([]).quotes(for: "x", start: start, now: Fixture.now)
      return nil
    } catch {
      return error
    }
  }
}

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

  @Test("recommendations match the interests, are free in the agenda and name their reasons")
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

  @Test("a series is recommended once, the nearer of two equal events first")
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

  @Test("a person can switch recommendations off, and declined events are not recommended")
  func switchedOff() {
    let events = [jazz("one", "06T19:00", number: 1), jazz("two", "07T19:00", number: 2)]
    #expect(Fixture.agenda(interested { $0.isRecommended = false }, events).recommendations.isEmpty)
    let declining = interested { $0.declined = [EventReference(event: "one")] }
    #expect(Fixture.agenda(declining, events).recommendations.map(\.event) == ["two"])
  }

  @Test("the default view has the events of the interests, and all events without any")
  func view() {
    let events = [jazz("one", "06T19:00"), Fixture.occurrence("two", "06T19:00", id: 2)]
    #expect(Fixture.agenda(interested(), events).view == ["one"])
    #expect(Fixture.agenda(Fixture.person(), events).view == nil)
    let all = Fixture.person { $0.interests.isAll = true }
    #expect(Fixture.agenda(all, events).view == nil)
    #expect(Fixture.agenda(all, events).recommendations.count == 2)
  }

  @Test("nearby are events that go on or begin within the hour, within a kilometer")
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

  @Test("a friend that attends is named only where the friendship is mutual")
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
}
