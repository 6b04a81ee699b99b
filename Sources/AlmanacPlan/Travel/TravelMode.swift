import AlmanacModel

/// A mode of travel between two places.
public enum TravelMode: String, CaseIterable, Hashable, Sendable, Codable, CodingKeyRepresentable {
  case walking, cycling, transit, driving, ride

  /// Default speed in meters per second, from door to door.
  var speed: Double { defaults.speed }

  /// Seconds that each leg takes in addition: unlocking, parking, waiting.
  var overhead: Int { defaults.overhead }

  /// Grams of CO2 equivalent per kilometer and person, from the United Kingdom's conversion factors for
  /// company reporting, 2023 (local bus, average car, regular taxi).
  var emissions: Double { defaults.emissions }

  private var defaults: (speed: Double, overhead: Int, emissions: Double) {
    switch self {
    case .walking: (1.25, 0, 0)
    case .cycling: (4, 120, 0)
    case .transit: (5, 300, 102)
    case .driving: (7, 300, 170)
    case .ride: (7, 300, 149)
    }
  }
}

/// A person's settings of a travel mode.
public struct ModeSettings: Hashable, Sendable, Decodable {
  /// Whether the person uses the mode.
  public var isActive: Bool
  /// Maximum travel distance of a leg in meters; nil: no limit.
  public var maxDistance: Double?
  /// Meters per second; nil: the default of the mode.
  public var speed: Double?
  /// Price of a leg without its length; nil: unknown.
  public var basePrice: Double?
  /// Additional price per kilometer; nil: none.
  public var kilometerPrice: Double?
  /// ISO 4217 code.
  public var currency: String?
  /// Grams of CO2 equivalent per kilometer; nil: the default of the mode.
  public var emissions: Double?

  private enum CodingKeys: String, CodingKey {
    case maxDistance, speed, currency, emissions
    case isActive = "active"
    case basePrice = "price"
    case kilometerPrice = "pricePerKilometer"
  }

  public init(isActive: Bool = true, maxDistance: Double? = nil) {
    self.isActive = isActive
    self.maxDistance = maxDistance
  }
}

/// A person's travel modes and preferences.
public struct TravelPreferences: Sendable {
  public var modes: [TravelMode: ModeSettings] = [.walking: ModeSettings()] {
    didSet { active = Self.active(modes) }
  }
  /// The active modes, in the order of `TravelMode`.
  private(set) var active: [(mode: TravelMode, settings: ModeSettings)]
  /// Modes in order of preference; others follow by duration.
  public var order: [TravelMode] = []
  /// Whether options are ranked by emissions first.
  public var isEco = false
  /// Seconds between two events in addition to the travel.
  public var buffer = 0

  /// Creates preferences for walking only.
  public init() { active = Self.active(modes) }

  /// Travel distance divided by straight-line distance.
  static let detour = 1.4
  /// Maximum meters between two points of the same place.
  static let samePlace = 30.0

  private static func active(_ modes: [TravelMode: ModeSettings])
    -> [(mode: TravelMode, settings: ModeSettings)]
  {
    TravelMode.allCases.compactMap { mode in
      guard let settings = modes[mode], settings.isActive else { return nil }
      return (mode, settings)
    }
  }

  /// The estimated time of a leg in seconds, rounded up to minutes.
  ///
  /// - Parameter straight: Straight-line distance in meters.
  func seconds(_ mode: TravelMode, _ settings: ModeSettings, straight: Double) -> Int {
    guard straight > Self.samePlace else { return 0 }
    let speed = max(0.1, settings.speed ?? mode.speed)
    return mode.overhead + 60 * Int((straight * Self.detour / speed / 60).rounded(.up))
  }

  /// The time of a leg in seconds, by transit from the journey of the network. nil if it has none.
  func duration(
    _ mode: TravelMode, _ settings: ModeSettings, straight: Double, transit: TransitResult
  ) -> Int? {
    guard mode == .transit, straight > Self.samePlace else {
      return seconds(mode, settings, straight: straight)
    }
    switch transit {
    case .noNetwork: return seconds(mode, settings, straight: straight)
    case .noJourney: return nil
    case .journey(let journey): return journey.duration
    }
  }

  /// Whether the limits of modes can change the shortest time, so that strict and lenient results
  /// differ.
  var isLimited: Bool {
    active.contains { $0.settings.maxDistance != nil }
      || active.allSatisfy { $0.mode == .transit || $0.mode == .ride }
  }

  /// Whether a leg is within the limit of a mode.
  func permits(_ settings: ModeSettings, straight: Double) -> Bool {
    straight <= Self.samePlace || straight * Self.detour <= settings.maxDistance ?? .infinity
  }

  /// The shortest time of a leg in seconds, by an active mode; on foot if none is active.
  ///
  /// - Parameters:
  ///   - straight: Straight-line distance in meters.
  ///   - isStrict: Whether modes are limited by their maximum distance.
  ///   - rides: Quotes for the leg. Rides without a quote don't count.
  /// - Returns: nil if `isStrict` and no mode permits the leg.
  func shortest(
    straight: Double, isStrict: Bool, rides: [RideQuote] = [], transit: TransitResult = .noNetwork
  ) -> Int? {
    var shortest: Int?
    for (mode, settings) in active where !isStrict || permits(settings, straight: straight) {
      let time =
        mode == .ride
        ? rides.map(\.duration).min()
        : duration(mode, settings, straight: straight, transit: transit)
      if let time { shortest = min(shortest ?? time, time) }
    }
    if let shortest { return shortest }
    return isStrict ? nil : seconds(.walking, ModeSettings(), straight: straight)
  }

  /// An upper bound in seconds of `shortest` for all straight-line distances up to the given one.
  ///
  /// It holds for every answer of the network. If no mode is permitted, it is the gap after which
  /// journeys start at home.
  func longest(straight: Double, rides: [RideQuote]) -> Int {
    // Modes that need no network and no quote.
    let certain = active.filter { $0.mode != .transit && $0.mode != .ride }
    let unlimited = certain.filter { $0.settings.maxDistance == nil }
    if let time = unlimited.map({ seconds($0.mode, $0.settings, straight: straight) }).min() {
      return time
    }
    let lenient = certain.map { seconds($0.mode, $0.settings, straight: straight) }.min()
    let strict = active.map { mode, settings in
      let limit = (settings.maxDistance ?? .infinity) / Self.detour
      return seconds(mode, settings, straight: min(straight, limit))
    }
    return max(
      lenient ?? seconds(.walking, ModeSettings(), straight: straight), strict.max() ?? 0,
      rides.map(\.duration).max() ?? 0, AgendaPlanner.homeGap)
  }
}
