import AlmanacPipeline
import Foundation

/// Files named on the command line; `-` is standard input, and a pipe is as good as a file.
enum InputFile {
  /// Open to be read, as long as the handle is there.
  static func open(_ file: String) throws(InputError) -> FileHandle {
    if file == "-" { return FileHandle.standardInput }
    do {
      return try FileHandle(forReadingFrom: URL(filePath: file))
    } catch {
      throw InputError(file: file, reason: error.localizedDescription)
    }
  }

  static func bytes(of file: String) throws(InputError) -> [UInt8] {
    let handle = try open(file)
    var bytes: [UInt8] = []
    while let piece = try read(handle, of: file) { bytes += piece }
    return bytes
  }

  /// The next bytes; nil at the end.
  static func read(_ handle: FileHandle, of file: String) throws(InputError) -> [UInt8]? {
    do {
      let bytes = try handle.read(upToCount: 1 << 20) ?? Data()
      return bytes.isEmpty ? nil : Array(bytes)
    } catch {
      throw InputError(file: file, reason: error.localizedDescription)
    }
  }
}
