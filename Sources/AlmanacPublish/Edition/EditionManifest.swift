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
    json.object("window") {
      $0.member("from", contents.window.from.rfc3339)
      $0.member("to", contents.window.to.rfc3339)
    }
    json.newline()
    json.member("firstWeekday", contents.options.firstWeekday.name)
    json.newline()
    json.member("tzdata", contents.tzdataVersion)
    json.newline()
    json.objects("campuses", contents.campuses, onLines: true) { campus, json in
      json.member("id", campus.id)
      json.member("name", campus.name)
      json.member("timezone", campus.timezone)
    }
    json.newline()
    json.objects("inputs", contents.inputs, onLines: true) { input, json in
      json.member("source", input.source)
      json.member("sha256", input.sha256)
    }
    json.newline()
    json.objects("attributions", attributions, onLines: true) { $0.write(to: &$1) }
    json.newline()
    json.object("counts") { for (name, count) in counts { $0.member(name, count) } }
    json.newline()
    json.objects("files", files, onLines: true) { file, json in
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
}
