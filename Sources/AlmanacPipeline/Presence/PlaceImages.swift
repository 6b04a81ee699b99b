import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacStore
import Foundation

/// Reads the pictures of places that sources of kind `images` list.
struct PlaceImages {
  /// A line of a list: a picture, its place, and the required attribution.
  struct Line: Sendable {
    var place: String
    var image: String
    var attribution: String

    /// Reads `{"place": …, "image": …, "attribution": …}`.
    ///
    /// - Parameter attribution: Of the source, for lines without their own.
    init(_ json: JSONValue, attribution: String?) throws(LogLineError) {
      func text(_ name: String, or other: String? = nil) throws(LogLineError) -> String {
        guard let text = json.text(name) ?? other else {
          throw LogLineError(member: name, expected: "a text")
        }
        return text
      }
      place = try text("place")
      image = try text("image")
      self.attribution = try text("attribution", or: attribution)
    }
  }

  let context: RunContext

  /// Accepts a document in which some line is a picture.
  static func parse(_ request: ParseRequest) async throws -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    let source = request.source
    var seen = 0
    let mistakes = try await lines(request.body, of: source) { _ in seen += 1 }
    if let first = mistakes.first {
      let message = "line \(first.line): \(first.message)"
      batch.note(
        Finding(
          "W_IMAGE", severity: .warning, source: source.id, message: message, line: first.line))
    }
    if seen > 0 {
      batch.keep(
        ParsedSource(
          source: source.id, document: Document(), seen: seen, rejected: mistakes.count))
    } else {
      batch.reject(
        because: Finding(
          "E_IMAGES", source: source.id,
          message: "no line is a picture: an object with 'place', 'image' and 'attribution'"))
    }
    return batch
  }

  private static func lines(
    _ body: [UInt8], of source: Source, _ receive: (Line) -> Void
  ) async throws -> [LogLines.Mistake] {
    try await LogLines(bytes: body, workers: 1).read(
      { (json) throws(LogLineError) -> Line in try Line(json, attribution: source.attribution) },
      receive: receive)
  }

  /// The pictures of all sources in the order of their lines. Stores files among them with the bodies of
  /// captures, so that they can't change before they are published.
  ///
  /// - Parameter findings: Receives what can't be published.
  func images(noting findings: inout [Finding]) async throws -> [PlaceImage] {
    var images: [PlaceImage] = []
    for source in context.settings.sources where source.kind == .images {
      guard let body = try context.workspace.parsedBody(of: source.id),
        let campus = context.settings.campusSettings(source.campus)
      else { continue }
      let places = Set(campus.gazetteer.places.map(\.id))
      var lines: [Line] = []
      _ = try await Self.lines(body, of: source) { lines.append($0) }
      for line in lines {
        do throws(ImageError) {
          guard places.contains(line.place) else { throw ImageError.unknownPlace(line.place) }
          images.append(
            PlaceImage(
              campus: source.campus, place: line.place, source: source.id,
              content: try content(of: line.image, source), attribution: line.attribution))
        } catch {
          findings.append(
            Finding(
              "W_IMAGE", severity: .warning, source: source.id, subject: line.image,
              message: error.description))
        }
      }
    }
    return images
  }

  private func content(
    of image: String, _ source: Source
  ) throws(ImageError) -> PlaceImage.Content {
    if image.hasPrefix("https://") || image.hasPrefix("http://") { return .link(image) }
    guard case .file(let list) = source.location else { throw .noAddress }
    let folder = URL(filePath: list).deletingLastPathComponent().resolvingSymlinksInPath()
    let file = folder.appending(path: image).resolvingSymlinksInPath()
    // Links are resolved on both sides: none may lead out of the folder.
    guard file.path.hasPrefix(folder.path + "/") else { throw .outside }
    do {
      let values = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      let limit = context.settings.fetching.maxBytes
      guard values.isRegularFile == true, values.fileSize ?? 0 <= limit else {
        throw ImageError.unreadable
      }
      let bytes = try DurableFile.read(file)
      guard let ending = Self.ending(of: bytes) else { throw ImageError.noPicture }
      let digest = Fingerprint.digest(of: bytes)
      try context.workspace.bodies.store(bytes, sha256: digest)
      return .file(sha256: digest, ending: ending)
    } catch let error as ImageError {
      throw error
    } catch {
      throw .unreadable
    }
  }

  /// The ending of the kind of picture that bytes are by their signature; nil for another kind, such
  /// as SVG, which may contain scripts.
  private static func ending(of bytes: [UInt8]) -> String? {
    func begins(_ text: String, at start: Int = 0) -> Bool {
      bytes.dropFirst(start).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "jpg" }
    if bytes.starts(with: [0x89] + Array("PNG\r\n\u{1a}\n".utf8)) { return "png" }
    if begins("GIF8") { return "gif" }
    return begins("RIFF") && begins("WEBP", at: 8) ? "webp" : nil
  }
}

/// Why a picture is not published.
private enum ImageError: Error, CustomStringConvertible {
  case unknownPlace(String)
  case noAddress
  case outside
  case unreadable
  case noPicture

  var description: String {
    switch self {
    case .unknownPlace(let id): "the gazetteer has no place '\(id)'; correct 'place'"
    case .noAddress: "a list from the web can name only http and https addresses"
    case .outside: "the file must be in the folder of the list or below"
    case .unreadable: "the file can't be read, or is larger than 'fetch: maxBytes'"
    case .noPicture: "the file is no JPEG, PNG, GIF or WebP picture"
    }
  }
}
