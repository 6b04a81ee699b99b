/// The features of a pair of candidates.
struct ComparisonVector: Sendable {
  /// Items of one of the sources, on that day, that compete with the pair.
  struct CompetingItems: OptionSet, Sendable {
    let rawValue: UInt8
    /// The same title at another time.
    static let time = CompetingItems(rawValue: 1)
    /// The same title at another place.
    static let place = CompetingItems(rawValue: 2)
    /// Another title at the same time and place.
    static let title = CompetingItems(rawValue: 4)
  }

  enum LinkRelation: UInt8, Sendable {
    case unknown, same
    /// On one site, which gives each event a page.
    case otherPage
    case otherSite
  }

  /// Whether the titles are no evidence that two records are one occurrence.
  enum Label: UInt8, Sendable {
    case none
    /// None, unless the descriptions are the same.
    case unplaced
    /// None at these venues.
    case elsewhere
  }

  /// What the titles identify by the way their sources use them.
  struct Use: Sendable {
    enum Times: UInt8, Sendable {
      case once
      /// Both sources have the title at several times.
      case repeated
      /// A program: one source has the title at several places.
      case severalPlaces
    }

    let times: Times
    /// Both titles have several words that few others have.
    let isRare: Bool

    var bin: Int { Int(times.rawValue) * 2 + (isRare ? 1 : 0) }
  }

  let title: TitleSimilarity
  var label = Label.none
  var use = Use(times: .once, isRare: false)
  let time: TimeRelation
  var place = PlaceRelation.unknown
  /// Share of the shorter description's sentences that the longer one has; nil where one is too
  /// short to compare, and for pairs that the rest excludes.
  var text: Float?
  let hasSameUID: Bool
  let link: ComparisonVector.LinkRelation
  /// Their links lead to two pages, and no number in them says that these are of one item.
  let hasOtherPage: Bool
  /// One site knows them by two numbers.
  let hasOtherNumber: Bool
  let hasSameAnnouncements: Bool
  let isSameSource: Bool
  /// The starts differ as they often do between these sources.
  let isUsualShift: Bool
  /// Their starts differ as much as those that one source lists for the title on one day: a show or a class
  /// at several hours.
  let areHoursOfProgram: Bool
  /// One start and venue of two sources of which one lists most of what the other lists.
  var isMirrored: Bool
  /// One of the sources often lists the other's title, too, which differs from its own.
  let isDistinguished: Bool
  var competing: CompetingItems = []
  /// Bits of the heaviest part of a title that the title of an umbrella, a day or many hours around it,
  /// lacks.
  let partOfUmbrella: Float

  var hasSameLink: Bool { link == .same }
}
