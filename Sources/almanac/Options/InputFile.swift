import Foundation

/// Files named on the command line; `-` is standard input, and a pipe is as good as a file.
enum InputFile {
  static func bytes(of file: String) throws -> [UInt8] {
    let handle =
      file == "-"
      ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: file))
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}

/// Files that results are written to.
enum OutputFile {
  /// Replaces a file in one step; what is no ordinary file, such as a device, is written to.
  static func write(_ bytes: [UInt8], to file: String) throws {
    let url = URL(filePath: file)
    let isThere = FileManager.default.fileExists(atPath: url.path)
    let isOrdinary =
      try isThere
      ? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true : true
    guard !isOrdinary else { return try Data(bytes).write(to: url, options: .atomic) }
    try FileHandle(forWritingTo: url).write(contentsOf: Data(bytes))
  }
}
