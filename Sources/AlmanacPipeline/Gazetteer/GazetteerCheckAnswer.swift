import AlmanacFiles
import AlmanacGazetteer
public import AlmanacModel
import AlmanacRefine
import AlmanacTime
public import Foundation

/// What `almanac gazetteer check` found in one gazetteer.
public struct GazetteerCheckAnswer: Answer {
  public static let schema = "almanac.gazetteerCheck/1"

  /// The file, or the campus.
  public var name: String
  public var places: Int
  public var rooms: Int
  /// Places that cover known ground.
  public var outlines: Int
  public var findings: [Finding]

  /// Whether nothing can be read of it.
  public var isUnreadable: Bool { places == 0 && findings.contains { $0.severity == .error } }

  /// Of a file.
  public init(file name: String, bytes: [UInt8]) {
    let (gazetteer, findings) = GazetteerReader.read(bytes)
    self.init(name, gazetteer, findings)
  }

  /// Of the gazetteers of a configuration.
  public static func all(of configuration: URL) throws -> [GazetteerCheckAnswer] {
    let settings = try SettingsLoader(samples: false, mayLackSources: true)
      .load(configuration)
    return settings.campuses.map { campus in
      GazetteerCheckAnswer(
        campus.campus.id, campus.gazetteer,
        settings.findings.filter {
          $0.code.rawValue.hasPrefix("W_GAZETTEER")
            && ($0.source == nil || $0.source == campus.campus.id)
        })
    }
  }

  private init(_ name: String, _ gazetteer: Gazetteer?, _ findings: [Finding]) {
    self.name = name
    places = gazetteer?.places.count ?? 0
    rooms = gazetteer?.places.reduce(0) { $0 + $1.rooms.count } ?? 0
    outlines = gazetteer?.places.count { $0.outline != nil } ?? 0
    self.findings = findings + (gazetteer.map(GazetteerAudit.findings) ?? [])
  }

  public var text: String {
    let head = "\(name): \(places) places, \(rooms) rooms, \(outlines) outlines"
    return ([head] + findings.map { TerminalText.words(of: $0) }).joined(separator: "\n")
  }
}
