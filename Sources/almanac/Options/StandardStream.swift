import AlmanacModel
import AlmanacPipeline
import Foundation

/// Standard output and standard error, whose readers may go away at any time.
enum StandardStream {
  /// Opens /dev/null in the place of streams that the caller closed. Otherwise a file of ours would get the
  /// number of a stream, and with it the messages for people. Reading or writing such a stream fails.
  static func prepare() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes a result. Ignores that the reader has gone; any other failure is an error.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      if let failure = OutputError(error) { throw failure }
    }
  }

  static func write(line: String) throws { try write("\(line)\n".utf8) }

  /// Prints a question, which is answered on the same line.
  static func ask(_ question: String) {
    // Without a question there is no answer either: the default holds.
    try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
  }

  /// Prints findings about a file on standard error.
  static func report(_ findings: [Finding], in file: String) {
    for finding in findings { report(TerminalText.line(of: finding, in: file)) }
  }

  /// Prints a line for people on standard error. A failure is ignored: there is no other place to report it.
  static func report(_ line: String) { StandardErrorScreen.report(line) }
}
