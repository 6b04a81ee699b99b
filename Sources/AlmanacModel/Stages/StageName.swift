/// The seven stages, in the order of a run; each is also a verb of the command line.
public enum StageName: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  case fetch, parse, geocode, deduplicate, categorize, enrich, publish

  /// Raised when a stage's results change for the same input, so that nothing stale is kept.
  public var version: Int {
    switch self {
    // 2: the zones of VTIMEZONEs, parts of calendars, rules that cannot be followed.
    // 3: links, dates, names and markup of feeds as their conformance corpora state them.
    // 4: five more weather providers, values that cannot be left out.
    // 5: what takes up time; damage in JSON, active markup, long titles, odd identifiers and impossible
    //    years are told.
    // 7: notices of transit feeds have other messages.
    case .parse: 7
    // 2: storeys, places without a point, slips and storeys told from names and addresses.
    // 3: a letter, number, direction or code that says it is a sibling.
    // 4: forms of names, rooms before and behind a house, other subjects, towns and grounds.
    case .geocode: 4
    // 2: pairs are judged by learned weights, and what a source posted twice is one.
    // 3: venue texts of one source without a common word are two places.
    // 4: so are one that says little and another; what was canceled is what the source announced.
    // 5: so are items with pages of their own, and venues of which each says much.
    // 6: what only one of its happenings is said to be about.
    // 8: programs, houses of presenters, titles and venues that are exchanged; weights of more cities.
    // 9: a page of several starts makes no one of them another.
    case .deduplicate: 9
    // 2: a model reads the text.
    // 3: naive Bayes joins the machines; price, audience, attendance, language and hashtags are read.
    case .categorize: 3
    // 2: several sources for one occurrence, steps of any length, the sun.
    // 3: day or night; each request of a source has an age of its own.
    // 4: what is over keeps what the forecasts in force say of it.
    // 5: transit sources are one network; fares and areas of routes.
    case .enrich: 5
    // 2: advisories, cities, the sun, icons of the weather.
    // 3: icons by night, thanks with links, no outdated forecasts.
    // 4: facets, views, days and trigrams in the database; with which day a week begins.
    // 5: in the database, what contradicts a placement.
    // 6: descriptions of single occurrences.
    // 8: all dates in events.geojson and places.geojson instead of the next one.
    // 9: fares and areas of routes.
    case .publish: 9
    default: 1
    }
  }

  public static func < (lhs: StageName, rhs: StageName) -> Bool { lhs.position < rhs.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
