/// The report of `Browser/desktop.js`.
struct DesktopReport: Decodable {
  struct Start: Decodable {
    var titles: [String]
    var summary: String
    var pins: [String]
    var names: [String]
  }

  /// The list after a filter, and whether the map's zoom and center are unchanged.
  struct Filtered: Decodable {
    var titles: [String]?
    var pins: [String]?
    var chips: [String]?
    var headings: [String]?
    var summary: String?
    var range: String?
    var badge: String?
    var zoom: Double?
    var stays: Bool?
    var isClosed: Bool?
  }

  struct Edge: Decodable {
    var isInside: Bool
    var zoom: Double
    var least: Double
  }

  struct Icon: Decodable {
    var name: String
    var strokes: Int
    var wide: Double
  }

  struct Detail: Decodable {
    var icons: [String]
    var hash: String
    var text: String
    var title: String
    var focus: String
    var links: [String]
    var isListInert: Bool
    var lit: [String]
    var barriers: [String]
    var pale: [String]
  }

  struct Closed: Decodable {
    var isHidden: Bool
    var hash: String
    var focus: String
  }

  struct Evil: Decodable {
    var text: String
    var made: Int
    var links: [String]
    var ran: Bool
  }

  var errors: [String]
  var start: Start
  var search, community, free, category, day, nextDay, week, range, all: Filtered
  var marker, keyboard, home, placeCategory: Filtered
  var tree, branch: [String]
  var icons: [Icon]
  var edge: Edge
  var detail: Detail
  var calendar: String
  var closed: Closed
  var dated: [String]
  var others: [String]
  var permalinks: [String]
  var evil: Evil
  var barriers: [String]
  var pale: [String]
}

/// The report of `Browser/narrow.js`.
struct NarrowReport: Decodable {
  struct View: Decodable {
    var width: Int?
    var list: Bool?
    var map: Bool?
    var today: String?
    var overflow: Int?
    var isDark: Bool?
    var pins: [String]?
    var titles: [String]?
    var visible: Bool?
    var expanded: String?
    var small: [String]?
    var pale: [String]?
  }

  var errors: [String]
  var start, filters, map, back, detail: View
  var card: String
  var listPale, mapPale, barriers: [String]
}

/// The report of `Browser/list.js`.
struct ListReport: Decodable {
  struct Start: Decodable {
    var titles: [String]
    var headings: [String]
    var map: Bool
    var campuses: [String]
  }

  struct Valley: Decodable {
    var items: Int
    var summary: String
    var name: String
    var more: String
  }

  struct Switched: Decodable {
    var name: String
    var title: String
  }

  var errors: [String]
  var start: Start
  var valley: Valley
  var grown: Int
  var switched: Switched
}

/// The report of `Browser/address.js`.
struct AddressReport: Decodable {
  struct Place: Decodable {
    var hash: String
    var titles: [String]
    var chips: [String]
    var open: String?
    var kept: String?
    var zoom: Double?
    var span: String?
  }

  var errors: [String]
  var arrived, cleared, free, typed, day, none: Place
  var backs: [Place]
  var followed, opened, left, reopened, strange: Place
}

/// The report of `Browser/clusters.js`.
struct ClusterReport: Decodable {
  struct View: Decodable {
    var pins: [String]
    var numbers: [String]?
    var chips: [String]?
    var titles: [String]?
  }

  var errors: [String]
  var far, near, chosen: View
}
