import AlmanacPipeline
import Foundation

/// Standard output and standard error, whose readers may go away at any time.
enum StandardStream {
  /// Takes the place of streams that the caller closed, so that no file of ours gets their numbers and
  /// with them what is told to people. What is then read or written fails, as it should.
  static func prepare() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes a result. A reader that has gone wants no more of it; any other failure is an error.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      if let failure = OutputError(error) { throw failure }
    }
  }

  static func write(line: String) throws { try write("\(line)\n".utf8) }

  /// Asks a person, who answers on the same line.
  static func ask(_ question: String) {
    // Who can't be asked does not answer either.
    try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
  }

  /// Tells people something; what can't be told is lost, because there is nobody to tell it to.
  static func tell(_ line: String) { StandardErrorScreen.tell(line) }
}
