import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Testing

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

  private let all: [TravelMode: ModeSettings] = Dictionary(
    uniqueKeysWithValues: TravelMode.allCases.map { ($0, ModeSettings()) })

  @Test("Without a preference the fastest mode is first; an inactive mode is no option")
  func fastestFirst() {
    let found = options(4_000) {
      $0.travel.modes = all
      $0.travel.modes[.driving] = ModeSettings(isActive: false)
    }
    #expect(found.map(\.mode) == [.transit, .cycling, .walking])
    // 5,600 m at 5, 4 and 1.25 m/s in whole minutes, plus 5, 2 and 0 minutes.
    #expect(found.map(\.duration) == [1_440, 1_560, 4_500])
    #expect(found.map(\.distance).allSatisfy { abs($0 - 5_600) < 10 })
  }

  @Test("Preferred modes come first")
  func preference() {
    let found = options(2_000) {
      $0.travel.modes = all
      $0.travel.order = [.walking, .driving]
    }
    #expect(found.map(\.mode).prefix(2) == [.walking, .driving])
  }

  @Test("An option that fits into the gap precedes a preferred one that does not")
  func fitsFirst() throws {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("class", "05T11:00", "05T11:40", at: $0.home),
        Fixture.fixed("x", "05T12:00", "05T13:00", at: Fixture.place("X", meters: 2_000)),
      ]
      $0.travel.modes = all
      $0.travel.order = [.walking]
    }
    let leg = try #require(Fixture.agenda(person).legs.first { $0.entry == "x" })
    #expect(leg.options.map(\.fits) == [true, true, true, false])
    #expect(leg.proposed?.mode == .driving && leg.options.last?.mode == .walking)
  }

  @Test("In eco mode options are ranked by emissions, then by duration")
  func eco() {
    let found = options(2_000) {
      $0.travel.modes = all
      $0.travel.order = [.driving]
      $0.travel.isEco = true
    }
    #expect(found.map(\.mode) == [.cycling, .walking, .transit, .driving])
    #expect(found.map(\.emissions) == found.map(\.emissions).sorted())
  }

  @Test("A mode is no option beyond its limit, which applies to the travel distance")
  func limits() {
    let found = options(2_000) {
      $0.travel.modes = [
        .walking: ModeSettings(maxDistance: 2_700), .cycling: ModeSettings(maxDistance: 2_900),
      ]
    }
    #expect(found.map(\.mode) == [.cycling])
  }

  @Test("A price is computed only if rates are configured")
  func prices() {
    var rated = ModeSettings()
    rated.basePrice = 2
    rated.kilometerPrice = 0.5
    rated.currency = "EUR"
    let found = options(1_000) {
      $0.travel.modes = [.walking: ModeSettings(), .driving: rated, .transit: ModeSettings()]
    }
    let prices = Dictionary(uniqueKeysWithValues: found.map { ($0.mode, $0.price) })
    #expect(prices[.walking] == PriceRange(low: 0, high: 0))
    #expect(prices[.transit] == .some(nil))
    #expect(abs((prices[.driving]??.high ?? 0) - 2.7) < 0.01)
  }

  @Test("Quotes are sorted by price")
  func sortsQuotes() throws {
    func quote(_ product: String, _ price: Double?) -> RideQuote {
      RideQuote(
        event: "x", product: product, price: price.map { PriceRange(low: $0, high: 20) },
        duration: 500, distance: 3_000)
    }
    let booking = RideBooking([quote("Pool", 6), quote("Any", nil), quote("Black", 9)])
    let quotes = try booking.quotes(for: "x", start: Fixture.now, now: Fixture.now)
    #expect(quotes.map(\.product) == ["Pool", "Black", "Any"])
  }

  @Test("A ride is an option only with a quote")
  func rides() {
    let quote = RideQuote(
      event: "x", product: "Pool", price: PriceRange(low: 9, high: 6, currency: "EUR"),
      duration: 500, distance: 3_000)
    #expect(options(2_000) { $0.travel.modes = [.ride: ModeSettings()] }.isEmpty)
    let found = options(2_000, rides: [quote]) { $0.travel.modes = [.ride: ModeSettings()] }
    #expect(found.map(\.product) == ["Pool"])
    #expect(found.first?.price == PriceRange(low: 6, high: 9, currency: "EUR"))
  }

  @Test(
    "A ride is bookable from 60 minutes before the start until the start",
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

  @Test("A leg by transit is the network's journey; without one, transit is no option")
  func network() throws {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("x", "05T12:00", "05T13:00", at: Fixture.place("X", meters: 4_000))
      ]
      $0.travel.modes = [.transit: ModeSettings(), .walking: ModeSettings()]
      $0.travel.buffer = 300
    }
    let agenda = Fixture.agenda(
      person,
      network: { query in
        // Only the leg to the event has a journey.
        query.isArrival && query.time == Fixture.instant("05T11:55")
          ? TransitJourney(duration: 1_260, note: "Bus 9") : nil
      })
    let there = try #require(agenda.legs.first { $0.entry == "x" })
    #expect(there.proposed?.mode == .transit)
    #expect(there.proposed?.duration == 1_260)
    #expect(there.proposed?.note == "Bus 9")
    #expect(there.departure == Fixture.instant("05T11:34"))
    let back = try #require(agenda.legs.first { $0.entry == nil })
    #expect(back.options.map(\.mode) == [.walking])
  }

  @Test("The network's journey between two events decides whether both can be attended")
  func networkDecides() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("a", "05T12:00", "05T13:00"),
        Fixture.fixed("b", "05T13:30", "05T14:00", at: Fixture.place("B", meters: 5_000)),
      ]
      $0.events[0].place = $0.home
      $0.travel.modes = [.transit: ModeSettings()]
    }
    #expect(Fixture.agenda(person).causes.isEmpty)
    let slow = Fixture.agenda(person, network: { _ in TransitJourney(duration: 1_860) })
    #expect(slow.causes["a"] == [.conflict(["a", "b"])])
    let quick = Fixture.agenda(person, network: { _ in TransitJourney(duration: 1_800) })
    #expect(quick.causes.isEmpty)
  }

  @Test("Quotes for all people are offered to those who use rides, within the booking window")
  func sharedRides() throws {
    func quote(_ event: String, _ product: String) -> RideQuote {
      RideQuote(event: event, product: product, price: nil, duration: 500, distance: 3_000)
    }
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("soon", "05T08:40", "05T08:50", at: Fixture.place("X", meters: 2_000)),
        Fixture.fixed("later", "05T12:00", "05T13:00", at: Fixture.place("X", meters: 2_000)),
        Fixture.fixed("bare", "05T08:55", "05T09:00", at: Fixture.place("X", meters: 2_000)),
        Fixture.fixed("clash", "05T08:45", "05T08:50"),
      ]
      $0.travel.modes = [.ride: ModeSettings()]
      $0.rides = [quote("soon", "Own"), quote("gone", "Own")]
    }
    let shared = [quote("soon", "Pool"), quote("later", "Pool")]
    let rides = Fixture.agenda(person, rides: shared).rides
    // A person's own quotes take precedence over those for all, also for an event in a conflict.
    #expect(rides["soon"]?.quotes.map(\.product) == ["Own"])
    #expect(rides["later"]?.refusal == .tooEarly)
    #expect(rides["bare"]?.refusal == .noTravels)
    #expect(rides["gone"]?.refusal == .eventNotFound)
    var walker = person
    walker.travel.modes = [.walking: ModeSettings()]
    walker.rides = []
    #expect(Fixture.agenda(walker, rides: shared).rides.isEmpty)
  }

  @Test("A ride to an unknown event, or without quotes, is refused")
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
