import AlmanacModel

extension NewCampus {
  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }

  var configuration: String {
    """
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

    # Own files instead of the built-in taxonomy with its model, and of the built-in weather advisories:
    # categories: categories.yaml
    # weather: weather.yaml

    # What people have decided against what Almanac would do by itself is in decisions.yaml beside this
    # file, once there is one; 'almanac review' and 'almanac explain' name the entries.

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
      \(uidDomain.map { "uidDomain: \(quoted($0))" } ?? "# uidDomain: events.example.edu")
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
      "'almanac review places' says which venue texts are not found, and what to add. 'bounds' is [west, south, east, north]."
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
        almanac review places  the venues to add to config/gazetteer/\(id).geojson
      """
  }
}

/// The files that 'almanac init' wrote.
public struct NewCampusFiles: Answer {
  public static let schema = "almanac.init/2"

  public let folder: String
  public let campus: String
  public let files: [String]

  public init(folder: String, campus: String, files: [String]) {
    self.folder = folder
    self.campus = campus
    self.files = files
  }
}
