import Foundation

/// Metrics in Prometheus' text format, version 0.0.4, without timestamps, for node_exporter's textfile
/// collector.
struct MetricsText {
  struct Sample {
    var labels: [(name: String, value: String)] = []
    var value: Double
  }

  private(set) var text = ""

  /// Adds a gauge with its samples, which must differ in their labels; nothing without samples.
  mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
      let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "\(name)\(braces) \(Self.number(sample.value))\n"
    }
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    gauge(name, help, [Sample(value: value)])
  }

  private static func escaped(_ value: String) -> String {
    value.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? String(Int64(value)) : String(format: "%.3f", value)
  }
}
