import AlmanacModel
import GRDB

/// The table `place_image`: pictures of places.
enum PlaceImageRows {
  static let table = """
    CREATE TABLE place_image (
      place TEXT NOT NULL REFERENCES place (id),
      position INTEGER NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      url TEXT, file TEXT,
      attribution TEXT NOT NULL,
      PRIMARY KEY (place, position)
    ) WITHOUT ROWID;
    """

  static func write(_ contents: EditionContents, to database: Database) throws {
    try database.execute(sql: table)
    let insert = try RowInserter("place_image", in: database)
    var positions: [String: Int] = [:]
    for image in contents.images {
      let place = PlaceID.text(campus: image.campus, place: image.place)
      try insert.insert([
        place, positions[place, default: 0], image.source, image.address, image.path,
        image.attribution,
      ])
      positions[place, default: 0] += 1
    }
  }
}

extension PlaceImage {
  /// The folder of the edition with pictures.
  private static let folder = "images"

  /// The address of a picture outside the edition.
  var address: String? {
    guard case .link(let url) = content else { return nil }
    return WebLink.safe(url)
  }

  /// The path of a picture in the edition, named by its content.
  var path: String? {
    guard case .file(let sha256, let ending) = content else { return nil }
    return "\(Self.folder)/\(sha256).\(ending)"
  }

  /// Writes the files of pictures, each once, with the bytes of the source.
  static func writeFiles(of contents: EditionContents, to builder: EditionBuilder) throws {
    var written: Set<String> = []
    for image in contents.images {
      guard case .file(let sha256, _) = image.content, let path = image.path,
        written.insert(path).inserted
      else { continue }
      try builder.write(path, try contents.imageBody(sha256))
    }
  }
}

extension JSONWriter {
  /// Writes `images` of a place, if it has any.
  mutating func member(imagesOf place: String, campus: String, in contents: EditionContents) {
    let images = contents.images.filter { $0.place == place && $0.campus == campus }
    guard !images.isEmpty else { return }
    objects("images", images) { image, json in
      json.member("url", image.address)
      json.member("file", image.path)
      json.member("attribution", image.attribution)
    }
  }
}
