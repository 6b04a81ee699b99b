import Foundation
import Glibc
import Synchronization

/// A real HTTP/1.1 server on 127.0.0.1 whose responses a closure provides.
///
/// The closure can also do what a correct server doesn't: pause, declare a wrong length,
/// disconnect.
public final class LoopbackServer: Sendable {
  public struct Request: Sendable {
    public let method: String
    public let path: String
    /// Values by lowercase name; of repeated headers, the last value.
    public let headers: [String: String]
    /// 1 for the first connection that the server accepted, and so on.
    public let connection: Int
  }

  public enum Step: Sendable {
    case send([UInt8])
    case pause(milliseconds: Int)
    /// Closes the connection. With a reset, the last sent bytes may be lost.
    case close(reset: Bool)
  }

  public struct Response: Sendable {
    public var steps: [Step]

    /// A response of any bytes and pauses, without additions.
    public init(steps: [Step]) { self.steps = steps }

    /// A correct response. Adds a `Content-Length` unless the headers have one.
    public init(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = []) {
      var head = "HTTP/1.1 \(status) Reason\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      let hasLength = headers.contains {
        ["content-length", "transfer-encoding"].contains($0.0.lowercased())
      }
      if !hasLength, status != 304 { head += "Content-Length: \(body.count)\r\n" }
      steps = [.send(Array((head + "\r\n").utf8) + body)]
    }

    public init(_ status: Int, _ headers: [(String, String)] = [], text: String) {
      self.init(status, headers, body: Array(text.utf8))
    }

    /// The same response, followed by the end of the connection.
    public func closing(reset: Bool = false) -> Response {
      Response(steps: steps + [.close(reset: reset)])
    }
  }

  public let port: Int
  private let listener: Int32
  private let respond: @Sendable (Request) -> Response
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    var connections = 0
    var requests: [Request] = []
    var open: Set<Int32> = []
    var active = 0
    var peak = 0
  }

  public init(respond: @escaping @Sendable (Request) -> Response) throws {
    self.respond = respond
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    let accepting = Thread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, let self else {
          if connection >= 0 { Glibc.close(connection) }
          break
        }
        self.serve(connection)
      }
      Glibc.close(descriptor)
    }
    accepting.start()
  }

  deinit { stop() }

  /// Closes all connections and refuses further ones.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // The accepting thread closes the descriptor: a free number may already belong to another
      // server.
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  public var requests: [Request] { state.withLock { $0.requests } }

  public var connections: Int { state.withLock { $0.connections } }

  /// The maximum number of requests that were answered at the same time.
  public var peak: Int { state.withLock { $0.peak } }

  private func serve(_ connection: Int32) {
    let number = state.withLock { state in
      state.connections += 1
      state.open.insert(connection)
      return state.connections
    }
    let thread = Thread { [weak self] in
      var buffered: [UInt8] = []
      while let head = Self.readHead(connection, &buffered) {
        guard let self, self.answer(Self.request(head, number), on: connection) else { break }
      }
      if let self { self.state.withLock { _ = $0.open.remove(connection) } }
      Glibc.close(connection)
    }
    thread.start()
  }

  /// Sends the response. Returns whether the connection stays open.
  private func answer(_ request: Request, on connection: Int32) -> Bool {
    state.withLock { state in
      state.requests.append(request)
      state.active += 1
      state.peak = max(state.peak, state.active)
    }
    defer { state.withLock { $0.active -= 1 } }
    for step in respond(request).steps {
      switch step {
      case .send(let bytes): guard Self.write(bytes, to: connection) else { return false }
      case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
      case .close(let reset):
        if reset {
          var option = linger(l_onoff: 1, l_linger: 0)
          setsockopt(
            connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        return false
      }
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The head of the next request, up to the empty line; nil if the connection ends.
  private static func readHead(_ connection: Int32, _ buffered: inout [UInt8]) -> [UInt8]? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    while true {
      if let range = buffered.firstRange(of: end) {
        let head = Array(buffered[..<range.lowerBound])
        buffered.removeSubrange(..<range.upperBound)
        return head
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffered += chunk[..<count]
    }
  }

  private static func request(_ head: [UInt8], _ connection: Int) -> Request {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Request(
      method: words.first.map(String.init) ?? "",
      path: words.dropFirst().first.map(String.init) ?? "", headers: headers,
      connection: connection)
  }
}
