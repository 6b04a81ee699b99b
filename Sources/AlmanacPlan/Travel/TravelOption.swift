public import AlmanacModel
public import AlmanacTime

/// One way to make a leg.
public struct TravelOption: Hashable, Sendable {
  public var mean: TravelMean
  /// Seconds from door to door.
  public var duration: Int
  /// Meters along the way.
  public var distance: Double
  public var price: PriceRange?
  /// Grams of CO2 equivalent.
  public var emissions: Double
  /// Whether the leg's gap is long enough.
  public var fits: Bool
  /// The product of a ride provider.
  public var product: String?
  /// Stops, services and changes of transit.
  public var note: String?
}

/// An amount of money between two bounds.
public struct PriceRange: Hashable, Sendable {
  public var low: Double
  public var high: Double
  /// ISO 4217; nil: not known.
  public var currency: String?

  public init(low: Double, high: Double, currency: String? = nil) {
    self.low = min(low, high)
    self.high = max(low, high)
    self.currency = currency
  }
}

/// The way from one event, or from home, to the next.
public struct TravelLeg: Hashable, Sendable {
  /// The entry that the leg leads to; nil: home.
  public var entry: String?
  public var from: PlanPlace
  public var to: PlanPlace
  /// When the person is free to leave; nil: any time.
  public var earliest: Instant?
  /// When the person must arrive.
  public var arrival: Instant
  /// Best first. Empty where the preferences permit no mean.
  public var options: [TravelOption]

  /// The proposed option: the best one that fits.
  public var proposed: TravelOption? { options.first { $0.fits } ?? options.first }
  public var departure: Instant { arrival - (proposed?.duration ?? 0) }
}

/// A ride as a provider quotes it.
public struct RideQuote: Hashable, Sendable {
  /// The event that the ride leads to.
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

/// A journey by public transport.
public struct TransitJourney: Hashable, Sendable {
  /// Seconds from door to door, with the wait at the end of it.
  public var duration: Int
  public var note: String?

  public init(duration: Int, note: String? = nil) {
    self.duration = duration
    self.note = note
  }
}

/// A journey that the edition lists for an occurrence.
public struct ListedJourney: Hashable, Sendable {
  public var from: PlanPlace
  public var journey: TransitJourney

  public init(from: PlanPlace, journey: TransitJourney) {
    self.from = from
    self.journey = journey
  }
}

/// The question for a journey between two points.
public struct TransitQuery: Hashable, Sendable {
  public var from: Coordinate
  public var to: Coordinate
  /// When to leave, or when to be there.
  public var time: Instant
  public var isArrival: Bool
}

/// What is known of the way between two points by public transport.
enum TransitAnswer {
  /// There is no network: the time is estimated.
  case unknown
  /// The network has no journey.
  case none
  case journey(TransitJourney)
}

/// Why a ride can't be booked.
public enum BookingRefusal: String, Hashable, Sendable, Error {
  case eventNotFound = "event not found"
  case tooEarly = "not before 60 minutes before the start"
  case tooLate = "not after the start"
  case noTravels = "no available travels"
}

/// The rides that a person can book.
public struct RideBooking: Sendable {
  /// Seconds before the start from which a ride can be booked.
  public static let lead = 3_600

  private var quotes: [String: [RideQuote]]

  public var isEmpty: Bool { quotes.isEmpty }

  public init(_ quotes: [RideQuote]) { self.quotes = Dictionary(grouping: quotes, by: \.event) }

  /// These and others: of an event that has quotes in both, the others count.
  func adding(_ others: [RideQuote]) -> RideBooking {
    guard !others.isEmpty else { return self }
    var sum = self
    sum.quotes.merge(RideBooking(others).quotes) { $1 }
    return sum
  }

  /// The quotes for an event, cheapest first.
  ///
  /// - Parameters:
  ///   - start: When the event starts; nil where the person has no such event.
  /// - Throws: `BookingRefusal`, in the order of its cases.
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

  /// All quotes for an event, whatever the time.
  func all(for event: String) -> [RideQuote] { quotes[event] ?? [] }

  /// The id under which there are quotes for an entry: its own, or that of its event.
  func id(of entry: AgendaEntry) -> String { id(key: entry.key, event: entry.event) }

  func id(key: String, event: String) -> String { quotes[key] == nil ? event : key }
}

extension TravelPreferences {
  /// The permitted ways to make a leg, best first: those that fit before those that don't, then by
  /// emissions (eco mode), by the order of preference, by duration.
  ///
  /// - Parameters:
  ///   - gap: Seconds that the leg may take; nil: any.
  ///   - rides: Quotes; without any there is no ride, for its price would be invented.
  func options(
    straight: Double, gap: Int?, rides: [RideQuote], transit: TransitAnswer
  ) -> [TravelOption] {
    var options: [TravelOption] = []
    let length = straight <= Self.samePlace ? 0 : straight * Self.detour
    func add(
      _ mean: TravelMean, _ settings: MeanSettings, duration: Int, distance: Double,
      price: PriceRange?, product: String? = nil, note: String? = nil
    ) {
      options.append(
        TravelOption(
          mean: mean, duration: duration, distance: distance, price: price,
          emissions: distance / 1_000 * (settings.emissions ?? mean.emissions),
          fits: gap.map { duration <= $0 } ?? true, product: product, note: note))
    }
    for (mean, settings) in active where permits(settings, straight: straight) {
      if mean == .ride {
        for quote in rides where quote.distance <= settings.maxDistance ?? .infinity {
          add(
            mean, settings, duration: quote.duration, distance: quote.distance,
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
      if price == nil, mean == .walking || mean == .cycling { price = PriceRange(low: 0, high: 0) }
      guard let duration = duration(mean, settings, straight: straight, transit: transit) else {
        continue
      }
      var note: String?
      if mean == .transit, case .journey(let journey) = transit { note = journey.note }
      add(mean, settings, duration: duration, distance: length, price: price, note: note)
    }
    options.sort { isBetter($0, $1) }
    return options
  }

  private func isBetter(_ one: TravelOption, _ other: TravelOption) -> Bool {
    if one.fits != other.fits { return one.fits }
    if isEco, one.emissions != other.emissions { return one.emissions < other.emissions }
    let ranks = (
      order.firstIndex(of: one.mean) ?? order.count, order.firstIndex(of: other.mean) ?? order.count
    )
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if one.duration != other.duration { return one.duration < other.duration }
    return (one.mean.rawValue, one.product ?? "") < (other.mean.rawValue, other.product ?? "")
  }
}
