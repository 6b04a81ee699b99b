import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation
import Logging

enum LogFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Writes one line an entry to standard error; control characters never reach a terminal.
struct StandardErrorLog: LogHandler {
  private static let longestLine = 4_096

  let format: LogFormat
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  init(format: LogFormat) { self.format = format }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    // Other lines show people the run and the stage.
    let line =
      switch format {
      case .text: text(event, Self.sorted(event.metadata ?? [:]))
      case .json:
        json(event, Self.sorted(metadata.merging(event.metadata ?? [:]) { _, new in new }))
      }
    StandardStream.report(line)
  }

  private static func sorted(_ metadata: Logger.Metadata) -> [(name: String, value: String)] {
    metadata.map { (name: $0.key, value: "\($0.value)") }.sorted { $0.name < $1.name }
  }

  private func text(_ event: LogEvent, _ metadata: [(name: String, value: String)]) -> String {
    let words =
      ["almanac: \(event.level):", "\(event.message)"]
      + metadata.map { "\($0.name)=\($0.value)" }
    return String(TerminalText.oneLine(words.joined(separator: " ")).prefix(Self.longestLine))
  }

  private func json(_ event: LogEvent, _ metadata: [(name: String, value: String)]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("ts", GlobalOptions.systemTime.rfc3339)
    writer.member("level", "\(event.level)")
    writer.member("msg", TerminalText.safe("\(event.message)"))
    for (name, value) in metadata {
      writer.member(name, TerminalText.safe(String(value.prefix(Self.longestLine / 4))))
    }
    writer.endObject()
    return writer.text
  }
}
