/// A way to get from one place to another.
public enum TravelMean: String, CaseIterable, Hashable, Sendable, Codable {
  case walking, cycling, transit, driving, ride

  /// Meters per second along the way, from door to door.
  var speed: Double {
    switch self {
    case .walking: 1.25
    case .cycling: 4
    case .transit: 5
    case .driving, .ride: 7
    }
  }

  /// Seconds before the way begins: unlocking, parking, waiting.
  var overhead: Int {
    switch self {
    case .walking: 0
    case .cycling: 120
    case .transit, .driving, .ride: 300
    }
  }

  /// Grams of CO2 equivalent per kilometer and person: the factors of the United Kingdom for company
  /// reports of 2023 (local bus, average car, regular taxi).
  var emissions: Double {
    switch self {
    case .walking, .cycling: 0
    case .transit: 102
    case .driving: 170
    case .ride: 149
    }
  }
}

/// How a person uses a mean of travel.
public struct MeanSettings: Hashable, Sendable {
  public var isActive: Bool
  /// Meters of one leg along the way; nil: no limit.
  public var maxDistance: Double?
  /// Meters per second; nil: the default of the mean.
  public var speed: Double?
  /// Price of one leg, whatever its length; nil: not known.
  public var basePrice: Double?
  /// Price per kilometer on top; nil: none.
  public var kilometerPrice: Double?
  /// ISO 4217.
  public var currency: String?
  /// Grams of CO2 equivalent per kilometer; nil: the default of the mean.
  public var emissions: Double?

  public init(isActive: Bool = true, maxDistance: Double? = nil) {
    self.isActive = isActive
    self.maxDistance = maxDistance
  }
}

/// How a person travels.
public struct TravelPreferences: Sendable {
  public var means: [TravelMean: MeanSettings] { didSet { active = Self.active(means) } }
  /// The means that are used, in the order of `TravelMean`.
  private(set) var active: [(mean: TravelMean, settings: MeanSettings)]
  /// Means in order of preference; others follow by duration.
  public var order: [TravelMean]
  /// Whether options are ranked by emissions first.
  public var isEco: Bool
  /// Seconds that stay free between two events, besides the travel.
  public var buffer: Int

  /// Walking only.
  public init(
    means: [TravelMean: MeanSettings] = [.walking: MeanSettings()], order: [TravelMean] = [],
    isEco: Bool = false, buffer: Int = 0
  ) {
    self.means = means
    active = Self.active(means)
    self.order = order
    self.isEco = isEco
    self.buffer = buffer
  }

  /// The way is this much longer than the straight line.
  static let detour = 1.4
  /// Meters within which two points are one place.
  static let samePlace = 30.0

  private static func active(_ means: [TravelMean: MeanSettings])
    -> [(mean: TravelMean, settings: MeanSettings)]
  {
    TravelMean.allCases.compactMap { mean in
      guard let settings = means[mean], settings.isActive else { return nil }
      return (mean, settings)
    }
  }

  /// Seconds for a leg of that straight-line length, in meters; whole minutes.
  func seconds(_ mean: TravelMean, _ settings: MeanSettings, straight: Double) -> Int {
    guard straight > Self.samePlace else { return 0 }
    let speed = max(0.1, settings.speed ?? mean.speed)
    return mean.overhead + 60 * Int((straight * Self.detour / speed / 60).rounded(.up))
  }

  /// The same with what is known of public transport; nil where that has no journey.
  func duration(
    _ mean: TravelMean, _ settings: MeanSettings, straight: Double, transit: TransitAnswer
  ) -> Int? {
    guard mean == .transit, straight > Self.samePlace else {
      return seconds(mean, settings, straight: straight)
    }
    switch transit {
    case .unknown: return seconds(mean, settings, straight: straight)
    case .none: return nil
    case .journey(let journey): return journey.duration
    }
  }

  /// Whether the limits of the means can make the shortest time longer, or leave none.
  var isLimited: Bool {
    active.contains { $0.settings.maxDistance != nil }
      || active.allSatisfy { $0.mean == .transit || $0.mean == .ride }
  }

  func permits(_ settings: MeanSettings, straight: Double) -> Bool {
    straight <= Self.samePlace || straight * Self.detour <= settings.maxDistance ?? .infinity
  }

  /// The shortest time of an active mean; on foot where none is active.
  ///
  /// - Parameters:
  ///   - isStrict: Whether a mean counts only within its limit.
  ///   - rides: Quotes for the leg; without any there is no ride.
  /// - Returns: nil where no mean is permitted.
  func shortest(
    straight: Double, isStrict: Bool, rides: [RideQuote] = [], transit: TransitAnswer = .unknown
  ) -> Int? {
    var shortest: Int?
    for (mean, settings) in active where !isStrict || permits(settings, straight: straight) {
      let time =
        mean == .ride
        ? rides.map(\.duration).min()
        : duration(mean, settings, straight: straight, transit: transit)
      if let time { shortest = min(shortest ?? time, time) }
    }
    if let shortest { return shortest }
    return isStrict ? nil : seconds(.walking, MeanSettings(), straight: straight)
  }

  /// An upper bound of `shortest` for all distances up to this one, whatever the network answers;
  /// where no mean is permitted, the gap after which a person comes from home.
  func longest(straight: Double, rides: [RideQuote]) -> Int {
    let certain = active.filter { $0.mean != .transit && $0.mean != .ride }
    let unlimited = certain.filter { $0.settings.maxDistance == nil }
    if let time = unlimited.map({ seconds($0.mean, $0.settings, straight: straight) }).min() {
      return time
    }
    let lenient = certain.map { seconds($0.mean, $0.settings, straight: straight) }.min()
    let strict = active.map { mean, settings in
      let limit = (settings.maxDistance ?? .infinity) / Self.detour
      return seconds(mean, settings, straight: min(straight, limit))
    }
    return max(
      lenient ?? seconds(.walking, MeanSettings(), straight: straight), strict.max() ?? 0,
      rides.map(\.duration).max() ?? 0, AgendaPlanner.homeGap)
  }
}
