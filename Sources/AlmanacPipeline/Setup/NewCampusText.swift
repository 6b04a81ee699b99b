import AlmanacModel

extension NewCampus {
  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }

  var configuration: String {
    """
    # yaml-language-server: $schema=schema/almanac.schema.json
    # What Almanac publishes, from what, and how. Paths are relative to this file; durations are written
    # 60s, 30m, 24h, 14d, sizes 64MB. 'almanac check' finds what is wrong here.

    # The places of publication. Every source names one of them by its id.
    campuses:
      # A short slug; part of file names and addresses, so that it should stay.
      - id: \(id)
        # The name as people read it.
        name: \(quoted(name))
        # The zone in which the days begin, and of times that a feed states without one.
        timezone: \(timezone)
        # The places that venues are looked up in.
        gazetteer: gazetteer/\(id).geojson

    # A folder of folders: one feed.yaml for each source. 'almanac add URL' makes one.
    sources: ../feeds

    # The taxonomy, and how events come to their category.
    categories: categories.yaml

    # What people have decided against what Almanac would do by itself.
    decisions: decisions.yaml

    # What of the weather is worth an advisory, once a source of kind weather is there.
    weather: weather.yaml

    # What is expanded and published, around the clock of the run.
    window: {past: 30d, future: 400d}

    # Sources by trust, the most trusted first: where listings of one event disagree, the first of these
    # that says something is believed. Sources that are not named come last, official ones first.
    # trust: [main-calendar, clubs]

    publish:
      # The name that subscribers see in their calendars.
      calendarName: \(quoted("\(name) Events"))
      # Where the world finds output/latest: feeds, calendars and the page name it, where it is known.
      # address: https://events.example.edu
      # What the UIDs of published events end in: a domain of yours. It never changes once people have
      # subscribed.
      \(uidDomain.map { "uidDomain: \($0)" } ?? "# uidDomain: events.example.edu")
      # How many editions stay under output/editions, for 'almanac diff' and 'almanac rollback'.
      keepEditions: 14

    fetch:
      # Sent to every publisher. Name a page or an address where they can reach you.
      \(contact.map { "userAgent: \(quoted("Almanac/0.1 (+\($0))"))" }
        ?? "# userAgent: Almanac/0.1 (+https://events.example.edu/contact)")

    # Tells a monitoring service (Healthchecks and its like) that a run began and how it ended.
    # ping: {url: {env: ALMANAC_PING_URL}}

    """
  }

  /// JSON knows no comments: what is to be known stands in members that nobody reads.
  var gazetteer: [UInt8] {
    let box = bounds.map { bounds in
      "\n\"bounds\":[\(bounds.map { "\($0)" }.joined(separator: ","))],"
    }
    return Array(
      """
      {
      "type":"FeatureCollection",
      "name":\(quoted(id)),
      "title":\(quoted(name)),
      "timezone":\(quoted(timezone)),\(box ?? "")
      "about":[
      "The places that venue texts are looked up in: a feature for each under 'features', such as the example.",
      "Coordinates are [longitude, latitude]. Only id and name are needed; without a point a place is known but not on the map.",
      "aliases: other names that people write; codes: short ones such as CC1; rooms: [{\\"code\\":\\"CC1-02-05\\"}].",
      "rules.stopWords: words that say nothing about the place; offCampus, online, toBeAnnounced: words that mean no place of ours.",
      "'almanac review --places' says which venue texts are not found, and what to add. 'bounds' is [west, south, east, north]."
      ],
      "example":{"type":"Feature","id":"great-hall","geometry":{"type":"Point","coordinates":[103.7719,1.3012]},"properties":{"name":"Great Hall","aliases":["The Great Hall","Aula"],"codes":["GH"],"category":"Halls","rooms":[{"code":"GH-01"}]}},
      "rules":{
        "stopWords":["the","at","in","on","of","and","near","venue","location","level","floor","building","room"],
        "offCampus":[],
        "online":["online","zoom","virtual","microsoft teams","google meet","webinar","livestream"],
        "toBeAnnounced":["tba","tbc","tbd","to be announced","to be confirmed"]
      },
      "features":[
      ]
      }

      """.utf8)
  }

  static let decisions = """
    # yaml-language-server: $schema=schema/decisions.schema.json
    # What people have decided against what Almanac would do by itself. Every entry may carry a `note:`,
    # which is for people. A listing is named by its source and its key, `<source>/<key>`, by its UID or by
    # its URL; an event by its id. 'almanac explain' tells all of them.

    # Listings that are one event, although Almanac keeps them apart.
    same: []
    #  - listings: [main/https://events.example.edu/2041, clubs/tag:clubs.example.edu,2026:318]
    #    note: The union calls it by another name.

    # Listings that are not one event, although Almanac would merge them.
    different: []

    # Listings that are never published, and their events with them.
    hide: []
    #  - listing: clubs/tag:clubs.example.edu,2026:330

    # Venue texts that mean one place, whatever the matcher thinks.
    pin-place: []
    #  - venue: The Pit
    #    place: great-hall

    # Values of an event that are set by hand: title and category.
    set: []
    #  - event: jazz-by-the-lake-2x7k9d
    #    category: arts

    """

  static let feeds = """
    A folder for each source, with its definition `feed.yaml`; the folder's name is the source's id.
    `almanac add URL` proposes one of a feed's URL, of a page that links to feeds, or of a file;
    `almanac check ID` shows what it gives.

    """
}

extension NewCampus {
  /// What was written, and what to do next.
  ///
  /// - Parameter folder: as the caller named it; empty for the one they are in.
  public func text(of files: [String], in folder: String) -> String {
    let prefix = folder.isEmpty || folder == "." ? "" : "cd \(folder)\n  "
    return """
      Wrote \(files.joined(separator: ", "))\(prefix.isEmpty ? "" : " in \(folder)")

      Next:
        \(prefix)almanac add URL          a feed, or a page that links to one
        almanac run              publishes output/latest
        almanac review --places  the venues to add to config/gazetteer/\(id).geojson
      """
  }

  public func json(of files: [String], in folder: String) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.init/1")
    json.member("folder", folder)
    json.member("campus", id)
    json.member("files", files)
    json.endObject()
    return json.text
  }
}
