import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// The files that a call names, and standard output.
enum LabFiles {
  static func text(of file: String?) throws -> String? {
    try file.map { String(decoding: try InputFile.bytes(of: $0), as: UTF8.self) }
  }

  /// Prints findings about a file on standard error.
  static func report(_ findings: [Finding], in file: String) throws {
    for finding in findings {
      try FileHandle.standardError.write(
        contentsOf: Data("\(TerminalText.line(of: finding, in: file))\n".utf8))
    }
  }

  /// Prints a result on standard output, as one line of JSON.
  static func print(_ value: JSONValue) throws {
    var json = JSONWriter()
    json.value(value)
    json.endLine()
    try print(json.bytes)
  }

  /// Prints a result on standard output, as one line of JSON.
  static func print(_ result: some Encodable) throws { try print(line(of: result)) }

  /// A line of JSON, its members sorted by name. A member that is unknown is absent.
  static func line(of result: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
  }

  /// Prints a result on standard output.
  static func print(_ bytes: [UInt8]) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(bytes))
  }
}

extension Double {
  func rounded(to decimals: Int) -> Double {
    let factor = pow(10, Double(decimals))
    return (self * factor).rounded() / factor
  }
}
