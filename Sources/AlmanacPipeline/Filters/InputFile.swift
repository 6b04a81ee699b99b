import AlmanacFiles
public import Foundation

/// A file that a call names to be read is missing or can't be read.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  let file: String
  public let reason: String

  init(_ file: String, _ error: any Error) {
    self.file = file
    reason = FileError.code(of: error).map(FileError.reason) ?? error.localizedDescription
  }

  public var description: String { "\(file) can't be read: \(reason)" }
}

/// Files named on the command line; `-` is standard input, and a pipe is as good as a file.
public enum InputFile {
  /// Open to be read, as long as the handle is there.
  public static func open(_ file: String) throws(InputError) -> FileHandle {
    if file == "-" { return FileHandle.standardInput }
    do {
      return try FileHandle(forReadingFrom: URL(filePath: file))
    } catch {
      throw InputError(file, error)
    }
  }

  public static func bytes(of file: String) throws(InputError) -> [UInt8] {
    let handle = try open(file)
    var bytes: [UInt8] = []
    while let piece = try read(handle, of: file) { bytes += piece }
    return bytes
  }

  /// The next bytes; nil at the end.
  public static func read(_ handle: FileHandle, of file: String) throws(InputError) -> [UInt8]? {
    do {
      let bytes = try handle.read(upToCount: 1 << 20) ?? Data()
      return bytes.isEmpty ? nil : Array(bytes)
    } catch {
      throw InputError(file, error)
    }
  }
}
