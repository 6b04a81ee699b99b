import AlmanacFiles
import AlmanacGazetteer
import AlmanacIngest
public import AlmanacModel
import AlmanacRefine

/// The result of `almanac gazetteer import`.
public struct GazetteerImportAnswer: Answer {
  public static let schema = "almanac.gazetteerImport/1"

  public var places: Int
  public var rooms: Int
  /// Ids that were not there before.
  public var added: [String]
  /// Ids that were there and were given something.
  public var completed: [String]
  public var findings: [Finding]
  public var gazetteer: String

  private enum CodingKeys: CodingKey { case places, rooms, added, completed, findings }
}

/// Makes a gazetteer of lists of buildings, or adds them to one.
public enum GazetteerImporter {
  /// - Parameters:
  ///   - files: names and bytes.
  ///   - existing: the gazetteer to add to, with its name.
  /// - Throws: `GazetteerImportError`.
  public static func gazetteer(
    of files: [(name: String, bytes: [UInt8])], name: String, bounds: BoundingBox?,
    into existing: (name: String, bytes: [UInt8])?
  ) throws -> GazetteerImportAnswer {
    var merge = GazetteerMerge(try existing.map(collection) ?? empty(named: name))
    let known = existing.flatMap { GazetteerReader.read($0.bytes).0?.bounds }
    var imported = GazetteerImport(bounds: bounds ?? known)
    for file in files {
      guard imported.add(try content(of: file.bytes, file.name), named: file.name) else {
        throw GazetteerImportError(
          file: file.name,
          reason: "it is no list of places: GeoJSON, Overpass JSON, a table, stops.txt")
      }
    }
    let result = imported.result()
    merge.add(imported.gazetteerFeatures)
    merge.add(result)
    let text = GazetteerText.text(of: merge.collection)
    let (gazetteer, problems) = GazetteerReader.read(Array(text.utf8))
    guard let gazetteer, !gazetteer.places.isEmpty else {
      throw GazetteerImportError(
        file: files.map(\.name).joined(separator: ", "), reason: "none of its things is a place")
    }
    return GazetteerImportAnswer(
      places: gazetteer.places.count, rooms: gazetteer.places.reduce(0) { $0 + $1.rooms.count },
      added: merge.added, completed: merge.completed, findings: result.findings + problems,
      gazetteer: text)
  }

  private static func empty(named name: String) -> JSONValue {
    .object([
      "type": .string("FeatureCollection"), "name": .string(name), "features": .array([]),
    ])
  }

  private static func collection(
    of file: (name: String, bytes: [UInt8])
  ) throws(GazetteerImportError) -> JSONValue {
    guard case .json(let value) = try content(of: file.bytes, file.name),
      value["features"]?.array != nil
    else {
      throw GazetteerImportError(file: file.name, reason: "it is no GeoJSON FeatureCollection")
    }
    return value
  }

  /// JSON, a sequence of JSON texts (RFC 8142, or a line each), or a table.
  private static func content(
    of bytes: [UInt8], _ name: String
  ) throws(GazetteerImportError) -> GazetteerImport.Content {
    let isJSON = bytes.first { !JSONText.isSpace($0) }.map(JSONText.startsValue) ?? false
    guard isJSON else {
      guard let rows = DelimitedText.rows(of: bytes) else {
        throw GazetteerImportError(file: name, reason: "it is neither JSON nor a table")
      }
      return .rows(rows)
    }
    do throws(JSONSyntaxError) {
      return .json(try JSONValue(parsing: bytes))
    } catch {
      let lines = bytes.split { $0 == 0x0A || $0 == JSONText.recordSeparator }
        .filter { !$0.allSatisfy(JSONText.isSpace) }
      let values = lines.compactMap { try? JSONValue(parsing: Array($0)) }
      guard lines.count > 1, values.count == lines.count else {
        throw GazetteerImportError(file: name, reason: error.description)
      }
      return .json(.object(["type": .string("FeatureCollection"), "features": .array(values)]))
    }
  }
}

/// The first bytes of JSON texts (RFC 8259 section 2).
private enum JSONText {
  static let recordSeparator: UInt8 = 0x1E

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func startsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == recordSeparator
  }
}

/// Why a file could not be imported. Then nothing is.
public struct GazetteerImportError: Error, Equatable, Sendable, CustomStringConvertible {
  public let file: String
  public let reason: String

  public var description: String { "\(file) can't be imported: \(reason)" }
}

extension GazetteerImportAnswer {
  public var text: String {
    var lines = [
      "\(places) places, \(rooms) rooms: \(added.count) new, \(completed.count) completed"
    ]
    lines += findings.map { TerminalText.words(of: $0) }
    return lines.joined(separator: "\n")
  }
}
