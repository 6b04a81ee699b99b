import Foundation

/// Files named on the command line; `-` is standard input.
enum InputFile {
  static func bytes(of file: String) throws -> [UInt8] {
    if file == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
    return [UInt8](try Data(contentsOf: URL(filePath: file)))
  }
}
