import AlmanacModel
import AlmanacTime
import Foundation

/// The values of `manifest.json` that later runs read.
struct EditionManifest: Decodable {
  struct File: Decodable, Sendable {
    /// The path relative to the edition's folder.
    var path: String
    var bytes: Int
    /// Lower-case hexadecimal digits.
    var sha256: String
    /// Number of events of a calendar, features of a collection, or rows of the database's table
    /// `event`.
    var records: Int
  }

  var schema: String
  var edition: String
  var now: Instant
  var window: Window
  /// The English name in lower case; nil in editions of older versions.
  var firstWeekday: String?
  var files: [File]

  static let name = "manifest.json"

  /// Reads the manifest of an edition's folder.
  ///
  /// - Throws: errors of Foundation.
  init(folder: URL) throws {
    let data = try Data(contentsOf: folder.appending(path: Self.name))
    self = try JSONDecoder().decode(EditionManifest.self, from: data)
  }

  /// The JSON of a manifest, with members in a fixed order and one entry per line.
  static func bytes(
    edition: String, contents: EditionContents, attributions: [Attribution],
    counts: [(name: String, count: Int)], files: [File]
  ) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.lineBreak()
    json.member("schema", contents.schema)
    json.newline()
    json.member("edition", edition)
    json.newline()
    json.member("now", contents.now.rfc3339)
    json.newline()
    json.key("window")
    json.beginObject()
    json.member("from", contents.window.from.rfc3339)
    json.member("to", contents.window.to.rfc3339)
    json.endObject()
    json.newline()
    json.member("firstWeekday", contents.firstWeekday.name)
    json.newline()
    json.member("tzdata", contents.tzdataVersion)
    json.newline()
    lines("campuses", contents.campuses, to: &json) { json, campus in
      json.member("id", campus.id)
      json.member("name", campus.name)
      json.member("timezone", campus.timezone)
    }
    lines("inputs", contents.inputs, to: &json) { json, input in
      json.member("source", input.source)
      json.member("sha256", input.sha256)
    }
    lines("attributions", attributions, to: &json) { json, attribution in
      attribution.write(to: &json)
    }
    json.key("counts")
    json.beginObject()
    for (name, count) in counts { json.member(name, count) }
    json.endObject()
    json.newline()
    lines("files", files, to: &json, isLast: true) { json, file in
      json.member("path", file.path)
      json.member("bytes", file.bytes)
      json.member("sha256", file.sha256)
      json.member("records", file.records)
    }
    json.lineBreak()
    json.endObject()
    json.lineBreak()
    return json.bytes
  }

  private static func lines<Entry>(
    _ name: String, _ entries: [Entry], to json: inout JSONWriter, isLast: Bool = false,
    _ members: (inout JSONWriter, Entry) -> Void
  ) {
    json.key(name)
    json.beginArray()
    for entry in entries {
      json.newline()
      json.beginObject()
      members(&json, entry)
      json.endObject()
    }
    json.endArray()
    if !isLast { json.newline() }
  }
}
