public import AlmanacModel
public import AlmanacTime

/// A leg by one travel mode.
public struct TravelOption: Hashable, Sendable {
  public var mode: TravelMode
  /// Seconds from door to door.
  public var duration: Int
  /// Travel distance in meters.
  public var distance: Double
  /// nil: unknown.
  public var price: PriceRange?
  /// Grams of CO2 equivalent.
  public var emissions: Double
  /// Whether the duration fits in the gap of the leg.
  public var fits: Bool
  /// The product of a ride provider.
  public var product: String?
  /// The stops, routes and changes of a transit journey.
  public var note: String?
}

/// A price between two bounds.
public struct PriceRange: Hashable, Sendable {
  public var low: Double
  public var high: Double
  /// ISO 4217 code; nil: unknown.
  public var currency: String?

  public init(low: Double, high: Double, currency: String? = nil) {
    self.low = min(low, high)
    self.high = max(low, high)
    self.currency = currency
  }
}

/// The travel from one event, or from home, to the next.
public struct TravelLeg: Hashable, Sendable {
  /// The entry that the leg leads to; nil: home.
  public var entry: String?
  public var from: PlanPlace
  public var to: PlanPlace
  /// The earliest departure; nil: any time.
  public var earliest: Instant?
  /// The latest arrival; for a leg home, the arrival of the best option.
  public var arrival: Instant
  /// Best first. Empty if the preferences permit no mode.
  public var options: [TravelOption]

  /// The best option. Options that fit in the gap come before others.
  public var proposed: TravelOption? { options.first }
  public var departure: Instant { arrival - (proposed?.duration ?? 0) }
}

/// A quote of a ride provider.
public struct RideQuote: Hashable, Sendable {
  /// Id of the event that the ride leads to, or key of its entry.
  public var event: String
  public var product: String
  public var price: PriceRange?
  /// Seconds.
  public var duration: Int
  /// Meters.
  public var distance: Double

  public init(
    event: String, product: String, price: PriceRange?, duration: Int, distance: Double
  ) {
    self.event = event
    self.product = product
    self.price = price
    self.duration = duration
    self.distance = distance
  }
}

/// A query for a transit journey between two points.
public struct TransitQuery: Hashable, Sendable {
  public var from: Coordinate
  public var to: Coordinate
  /// The earliest departure, or the latest arrival.
  public var time: Instant
  /// Whether `time` is the latest arrival.
  public var isArrival: Bool
}

/// The result of a query for a transit journey.
enum TransitResult {
  /// There is no network. Times by transit are estimates.
  case noNetwork
  /// The network has no journey.
  case noJourney
  case journey(TransitJourney)
}

/// Why a ride can't be booked. The raw values are published.
public enum BookingRefusal: String, Hashable, Sendable, Error {
  case eventNotFound = "event not found"
  case tooEarly = "not before 60 minutes before the start"
  case tooLate = "not after the start"
  case noTravels = "no available travels"
}

/// The rides that a person can book.
public struct RideBooking: Sendable {
  /// Bookings open this many seconds before the start of the event.
  public static let lead = 3_600

  private var quotes: [String: [RideQuote]]

  public var isEmpty: Bool { quotes.isEmpty }

  public init(_ quotes: [RideQuote]) { self.quotes = Dictionary(grouping: quotes, by: \.event) }

  /// Adds quotes, which replace all quotes for the same events.
  func adding(_ others: [RideQuote]) -> RideBooking {
    guard !others.isEmpty else { return self }
    var sum = self
    sum.quotes.merge(RideBooking(others).quotes) { $1 }
    return sum
  }

  /// The quotes for an event, cheapest first.
  ///
  /// - Parameters:
  ///   - start: Start of the event; nil if the person has no such event.
  ///   - now: The run time.
  /// - Throws: The first `BookingRefusal` that applies, in the order of its cases.
  public func quotes(for event: String, start: Instant?, now: Instant) throws(BookingRefusal)
    -> [RideQuote]
  {
    guard let start else { throw .eventNotFound }
    if now < start - Self.lead { throw .tooEarly }
    if now > start { throw .tooLate }
    guard let found = quotes[event], !found.isEmpty else { throw .noTravels }
    return found.sorted {
      ($0.price?.low ?? .infinity, $0.product) < ($1.price?.low ?? .infinity, $1.product)
    }
  }

  /// All quotes for an event, whether or not they can be booked now.
  func all(for event: String) -> [RideQuote] { quotes[event] ?? [] }

  /// The id under which an entry has quotes: its key, else the id of its event.
  func id(of entry: AgendaEntry) -> String { id(key: entry.key, event: entry.event) }

  func id(key: String, event: String) -> String { quotes[key] == nil ? event : key }
}

extension TravelPreferences {
  /// The permitted options of a leg, best first.
  ///
  /// Options that fit in the gap come first; then the order is by emissions (eco mode only), by
  /// preference and by duration.
  ///
  /// - Parameters:
  ///   - straight: Straight-line distance in meters.
  ///   - gap: Maximum seconds of the leg; nil: no limit.
  ///   - rides: Quotes. A ride without a quote is no option.
  func options(
    straight: Double, gap: Int?, rides: [RideQuote], transit: TransitResult
  ) -> [TravelOption] {
    var options: [TravelOption] = []
    let length = straight <= Self.samePlace ? 0 : straight * Self.detour
    func add(
      _ mode: TravelMode, _ settings: ModeSettings, duration: Int, distance: Double,
      price: PriceRange?, product: String? = nil, note: String? = nil
    ) {
      options.append(
        TravelOption(
          mode: mode, duration: duration, distance: distance, price: price,
          emissions: distance / 1_000 * (settings.emissions ?? mode.emissions),
          fits: gap.map { duration <= $0 } ?? true, product: product, note: note))
    }
    for (mode, settings) in active where permits(settings, straight: straight) {
      if mode == .ride {
        for quote in rides where quote.distance <= settings.maxDistance ?? .infinity {
          add(
            mode, settings, duration: quote.duration, distance: quote.distance,
            price: quote.price, product: quote.product)
        }
        continue
      }
      var price: PriceRange?
      if settings.basePrice != nil || settings.kilometerPrice != nil {
        let amount =
          (settings.basePrice ?? 0) + (settings.kilometerPrice ?? 0) * length / 1_000
        price = PriceRange(low: amount, high: amount, currency: settings.currency)
      }
      if price == nil, mode == .walking || mode == .cycling { price = PriceRange(low: 0, high: 0) }
      guard let duration = duration(mode, settings, straight: straight, transit: transit) else {
        continue
      }
      var note: String?
      if mode == .transit, case .journey(let journey) = transit { note = journey.note }
      add(mode, settings, duration: duration, distance: length, price: price, note: note)
    }
    options.sort { isBetter($0, $1) }
    return options
  }

  private func isBetter(_ one: TravelOption, _ other: TravelOption) -> Bool {
    if one.fits != other.fits { return one.fits }
    if isEco, one.emissions != other.emissions { return one.emissions < other.emissions }
    let ranks = (
      order.firstIndex(of: one.mode) ?? order.count, order.firstIndex(of: other.mode) ?? order.count
    )
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if one.duration != other.duration { return one.duration < other.duration }
    return (one.mode.rawValue, one.product ?? "") < (other.mode.rawValue, other.product ?? "")
  }
}
