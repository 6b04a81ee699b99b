import AlmanacModel

/// Words of venue texts that are written in more than one way, and those that tell nothing.
enum VenueSpellings {
  /// Hash of a spelling to the hash of the word that it stands for.
  static let expanded: [UInt64: UInt64] = {
    var all: [UInt64: UInt64] = [:]
    for (word, spellings) in spellings {
      for spelling in spellings { all[hash(spelling)] = hash(word) }
    }
    return all
  }()

  static let common = Set(
    [
      "the", "of", "and", "at", "in", "room", "building", "hall", "floor", "level", "street",
      "avenue", "road", "drive", "boulevard", "usa", "us", "united", "states", "a", "s",
    ].map(hash))

  private static let spellings: [(word: String, spellings: [String])] = [
    ("building", ["bldg", "bld"]), ("auditorium", ["aud"]), ("theatre", ["theater", "theat"]),
    ("center", ["centre", "ctr", "cntr"]), ("street", ["st", "saint", "str"]),
    ("avenue", ["ave", "av"]), ("road", ["rd"]), ("boulevard", ["blvd"]), ("drive", ["dr"]),
    ("room", ["rm"]), ("library", ["lib", "libraries"]), ("university", ["univ", "uni"]),
    ("north", ["n"]), ("south", ["s"]), ("east", ["e"]), ("west", ["w"]), ("park", ["pk"]),
    ("community", ["comm"]), ("meeting", ["mtg"]), ("floor", ["fl", "flr"]),
    ("first", ["1st"]), ("second", ["2nd"]), ("hall", ["hl"]), ("highway", ["hwy"]),
    ("place", ["pl"]), ("court", ["ct"]), ("lane", ["ln"]), ("square", ["sq"]),
    ("mount", ["mt"]), ("fort", ["ft"]), ("department", ["dept"]), ("institute", ["inst"]),
    ("laboratory", ["lab"]), ("conference", ["conf"]),
  ]

  private static func hash(_ word: String) -> UInt64 { StableHash.bytes(word.utf8) }
}
