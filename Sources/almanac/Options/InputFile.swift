import AlmanacPipeline
import Foundation
import Glibc

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
    do {
      return try bytes(of: handle.fileDescriptor)
    } catch {
      throw InputError(file: file, reason: error.localizedDescription)
    }
  }

  /// Straight into the array, which `FileHandle` and `Data` would copy twice.
  private static func bytes(of descriptor: Int32) throws -> [UInt8] {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? max(Int(status.st_size), 0) : 0
    var bytes: [UInt8] = []
    // One more than the size, so that a file is read to its end in one piece.
    var room = max(size + 1, 1 << 16)
    while true {
      let piece = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = try read(descriptor, into: buffer)
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < room { return bytes }
      room = max(bytes.count, 1 << 16)
    }
  }

  /// Fills the buffer as far as there is something.
  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Int {
    var count = 0
    while count < buffer.count {
      let got = Glibc.read(
        descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      if got == 0 { break }
      if got > 0 {
        count += got
      } else if errno != EINTR {
        throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
      }
    }
    return count
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
