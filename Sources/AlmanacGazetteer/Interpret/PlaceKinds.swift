/// Maps OpenStreetMap tags to kinds of places (https://wiki.openstreetmap.org/wiki/Map_features).
///
/// The first matching rule decides. A feature without a matching rule is no place.
enum PlaceKinds {
  struct Rule {
    let key: String
    /// The matching values; empty for any value.
    var values: Set<String> = []
    var role = PlaceCandidate.Role.place
    /// The kind of a feature that is no building.
    var kind = PlaceCandidate.Kind.building
    var category: String?
    /// Whether a feature that is no building is outdoors; nil if unknown.
    var isOutdoor: Bool?
    /// Whether the feature is no place, unless it is also a building.
    var isExcluded = false
  }

  static let rules: [Rule] = [
    Rule(key: "indoor", values: ["room", "area", "corridor"], role: .room),
    Rule(key: "room", role: .room),
    Rule(key: "amenity", values: furniture, isExcluded: true),
    Rule(
      key: "amenity", values: ["university", "college", "school", "research_institute"],
      kind: .campus, category: "education"),
    Rule(key: "amenity", values: ["library"], category: "library"),
    Rule(key: "amenity", values: ["theatre", "cinema", "arts_centre"], category: "theatre"),
    Rule(key: "amenity", values: ["place_of_worship", "monastery"], category: "worship"),
    Rule(
      key: "amenity",
      values: ["hospital", "clinic", "doctors", "dentist", "pharmacy", "veterinary"],
      role: .placeOrTenant, category: "health"),
    Rule(
      key: "amenity",
      values: [
        "restaurant", "cafe", "fast_food", "food_court", "pub", "bar", "biergarten", "ice_cream",
        "canteen",
      ], role: .placeOrTenant, category: "dining"),
    Rule(
      key: "amenity", values: ["bank", "post_office", "copyshop", "childcare", "studio"],
      role: .placeOrTenant, category: "services"),
    Rule(key: "amenity", values: ["student_accommodation", "dormitory"], category: "residence"),
    Rule(key: "amenity", values: ["marketplace"], category: "market", isOutdoor: true),
    Rule(key: "amenity", values: ["bus_station", "ferry_terminal"], category: "transit"),
    Rule(key: "amenity", category: "community"),
    Rule(
      key: "leisure",
      values: ["picnic_table", "outdoor_seating", "bleachers", "firepit", "fitness_station"],
      isExcluded: true),
    Rule(
      key: "leisure",
      values: ["sports_centre", "sports_hall", "fitness_centre", "ice_rink", "bowling_alley"],
      category: "sports"),
    Rule(
      key: "leisure", values: ["stadium", "pitch", "track", "swimming_pool", "golf_course"],
      kind: .area, category: "sports", isOutdoor: true),
    Rule(
      key: "leisure",
      values: [
        "park", "garden", "playground", "nature_reserve", "common", "dog_park", "recreation_ground",
      ], kind: .area, category: "outdoors", isOutdoor: true),
    Rule(key: "leisure", category: "leisure"),
    Rule(
      key: "tourism", values: ["artwork", "information", "viewpoint"], isExcluded: true),
    Rule(key: "tourism", values: ["museum", "gallery"], category: "museum"),
    Rule(
      key: "tourism",
      values: ["hotel", "hostel", "guest_house", "motel", "apartment"], category: "lodging"),
    Rule(
      key: "tourism", values: ["picnic_site", "camp_site"], kind: .area, category: "outdoors",
      isOutdoor: true),
    Rule(key: "tourism", category: "attraction"),
    Rule(
      key: "historic", values: ["memorial", "boundary_stone", "milestone", "wayside_cross"],
      isExcluded: true),
    Rule(key: "historic", category: "attraction"),
    Rule(key: "shop", role: .tenant, category: "shop"),
    Rule(key: "office", role: .placeOrTenant, category: "office"),
    Rule(key: "healthcare", role: .placeOrTenant, category: "health"),
    Rule(key: "craft", role: .placeOrTenant, category: "services"),
    Rule(key: "club", role: .placeOrTenant, category: "community"),
    Rule(key: "sport", category: "sports"),
    Rule(
      key: "place", values: ["suburb", "quarter", "neighbourhood"], kind: .district),
    Rule(key: "place", values: ["square"], kind: .area, category: "outdoors", isOutdoor: true),
    Rule(key: "railway", values: ["station", "halt"], category: "transit"),
    Rule(key: "aerialway", values: ["station"], category: "transit"),
    Rule(key: "man_made", values: ["observatory", "lighthouse"], category: "attraction"),
    Rule(
      key: "landuse", values: ["education", "religious"], kind: .campus, category: "education"),
    Rule(
      key: "landuse", values: ["recreation_ground", "village_green"], kind: .area,
      category: "outdoors", isOutdoor: true),
    Rule(key: "landuse", values: ["residential"], kind: .district),
    Rule(key: "type", values: ["site"], kind: .site),
  ]

  /// Street furniture and facilities where no event takes place, although they may have names.
  private static let furniture: Set = [
    "parking", "parking_entrance", "parking_space", "bicycle_parking", "motorcycle_parking",
    "bicycle_rental", "bicycle_repair_station", "car_sharing", "car_rental", "charging_station",
    "fuel", "taxi", "bench", "shelter", "waste_basket", "waste_disposal", "waste_transfer_station",
    "recycling", "toilets", "shower", "drinking_water", "water_point", "fountain", "telephone",
    "post_box", "letter_box", "parcel_locker", "vending_machine", "atm", "clock", "grit_bin",
    "hunting_stand", "lost_property_office", "smoking_area", "lavoir", "trolley_bay", "weighbridge",
  ]

  /// Values of `building` that denote no existing building.
  static let absentBuildings: Set = [
    "no", "entrance", "construction", "proposed", "razed", "demolished",
  ]

  /// The category of a building by the purpose for which it was built.
  static func category(ofBuilding value: String) -> String? {
    switch value {
    case "dormitory", "residential", "apartments", "hall_of_residence", "house": "residence"
    case "church", "chapel", "mosque", "temple", "synagogue", "cathedral", "shrine": "worship"
    case "hospital", "clinic": "health"
    case "sports_hall", "sports_centre", "stadium", "grandstand", "gymnasium": "sports"
    case "hotel": "lodging"
    case "museum": "museum"
    case "library": "library"
    case "university", "college", "school": "education"
    case "parking", "garage", "garages", "carport": "parking"
    case "office", "government", "public", "civic": "office"
    case "retail", "supermarket", "kiosk", "shop": "shop"
    default: nil
    }
  }
}
