import AlmanacModel

extension NewCampus {
  private func quoted(_ text: String) -> String { JSONWriter.quoted(text) }

  var configuration: String {
    func note(_ key: String, _ part: String? = nil) -> String {
      "# " + ConfigurationSchema.comment(on: key, of: part, .almanac)
    }
    let domain = uidDomain.map { "uidDomain: \(quoted($0))" } ?? "# uidDomain: events.example.edu"
    let agent =
      contact.map { "userAgent: \(quoted("Almanac (+\($0))"))" }
      ?? "# userAgent: Almanac (+https://events.example.edu/contact)"
    return """
      # What Almanac publishes, from what, and how. Paths are relative to this file; durations are written
      # 60s, 30m, 24h, 14d, sizes 64MB. 'almanac check' finds mistakes.

      \(note("campuses"))
      campuses:
        \(note("id", "campuses"))
        - id: \(id)
          \(note("name", "campuses"))
          name: \(quoted(name))
          \(note("timezone", "campuses"))
          timezone: \(timezone)
          \(note("gazetteer", "campuses"))
          gazetteer: gazetteer/\(id).geojson

      \(note("sources")) 'almanac add URL' makes one.
      sources: ../feeds

      \(note("categories")) By default the built-in one is used.
      # categories: categories.yaml
      \(note("weather"))
      # weather: weather.yaml
      \(note("decisions"))
      # decisions: decisions.yaml

      \(note("window"))
      window: {past: 30d, future: 400d}

      \(note("trust"))
      # trust: [main-calendar, clubs]

      publish:
        \(note("calendarName", "publish"))
        calendarName: \(quoted("\(name) Events"))
        \(note("address", "publish"))
        # address: https://events.example.edu
        \(note("uidDomain", "publish"))
        \(domain)
        \(note("keepEditions", "publish"))
        keepEditions: 14

      fetch:
        \(note("userAgent", "fetch"))
        \(agent)

      \(note("ping"))
      # ping: {url: {env: ALMANAC_PING_URL}}
      \(note("alert"))
      # alert: {command: "mail -s Almanac operator@example.edu"}

      """
  }

  /// JSON has no comments: members that no program reads explain the file.
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
      "rules.stopWords: words that do not identify a place; offCampus, online, toBeAnnounced: words for places outside of the campus.",
      "'almanac review places' lists venue texts that are not found, and what to add. 'bounds' is [west, south, east, north]."
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
        \(prefix)almanac gazetteer import FILE --merge config/gazetteer/\(id).geojson
                                 the buildings, for example from OpenStreetMap
        almanac add URL          a feed, or a page that links to one
        almanac run              publishes output/latest
        almanac review places    the venues that were not placed
      """
  }
}

/// The files that 'almanac init' wrote.
public struct NewCampusFiles: Answer {
  public static let schema = "almanac.init/2"

  let folder: String
  let campus: String
  /// Paths below the folder, in order.
  public let files: [String]
}
