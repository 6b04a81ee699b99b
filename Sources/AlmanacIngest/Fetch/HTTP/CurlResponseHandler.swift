import CLibCurl
import Glibc

/// Receives and checks the response of one hop: libcurl's callbacks.
final class CurlResponseHandler {
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var wireBytes = 0
  /// Whether the body does not have the coding of `Content-Encoding`.
  private(set) var isMislabeled = false
  /// The reason why a callback aborted the transfer.
  private(set) var failure: HTTPFailure?
  /// The last address that was refused.
  private(set) var deniedAddress: String?
  private(set) var headersEnded = false
  /// Whether a connection was established.
  private(set) var isConnected = false
  var mayBePrivate = false

  private let request: HTTPRequest
  private var headerBytes = 0
  private var decoder: (any BodyDecoder)?

  init(request: HTTPRequest) { self.request = request }

  static func setCallbacks(_ easy: UnsafeMutableRawPointer?) {
    almanac_curl_set_data_function(easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
      CurlResponseHandler.of(context)?.take(
        header: UnsafeRawBufferPointer(start: data, count: size * count)) ?? 0
    }
    almanac_curl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
      CurlResponseHandler.of(context)?.take(
        body: UnsafeRawBufferPointer(start: data, count: size * count)) ?? 0
    }
    almanac_curl_set_socket_function(easy) { context, _, address in
      guard let address else { return CURL_SOCKET_BAD }
      return CurlResponseHandler.of(context)?.open(&address.pointee) ?? CURL_SOCKET_BAD
    }
    // A reused connection was opened under the rules of another request: check its address again.
    almanac_curl_set_request_check(easy) { context, address, _, _, _ in
      guard let address, let handler = CurlResponseHandler.of(context) else {
        return CURL_PREREQFUNC_ABORT
      }
      return handler.mayUse(String(cString: address)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlResponseHandler? {
    context.map { Unmanaged<CurlResponseHandler>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Connection

  private func open(_ address: inout curl_sockaddr) -> curl_socket_t {
    let isPublic = withUnsafePointer(to: address.addr) { Self.isPublic($0) }
    guard isPublic || mayBePrivate else {
      deniedAddress = withUnsafePointer(to: &address.addr) {
        Self.text(of: $0, length: address.addrlen)
      }
      return CURL_SOCKET_BAD
    }
    return socket(
      address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
  }

  /// Whether a socket address is public. Families other than IPv4 and IPv6 are not.
  private static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        AddressPolicy.isPublic(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { AddressPolicy.isPublic(v6: Array($0)) }
      }
    default: false
    }
  }

  private func mayUse(_ address: String) -> Bool {
    isConnected = true
    guard !mayBePrivate, !AddressPolicy.isPublic(text: address) else { return true }
    deniedAddress = address
    return false
  }

  private static func text(of address: UnsafePointer<sockaddr>, length: UInt32) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = getnameinfo(
      address, length, &text, UInt32(text.count), nil, 0, NI_NUMERICHOST)
    return result == 0
      ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      : "an unknown address"
  }

  // MARK: Headers

  private func take(header line: UnsafeRawBufferPointer) -> Int {
    headerBytes += line.count
    guard headerBytes <= request.maxHeaderBytes else {
      failure = .headersTooLarge(limit: request.maxHeaderBytes)
      return 0
    }
    // Ignore trailers (RFC 9110, section 6.5.1).
    guard !headersEnded || line.starts(with: Array("HTTP/".utf8)) else { return line.count }
    if line.starts(with: Array("HTTP/".utf8)) {
      headers = HTTPHeaders()
      headersEnded = false
    } else if line.first == 0x0D || line.first == 0x0A {
      headersEnded = true
      return begin() ? line.count : 0
    } else {
      headers.add(line: line)
    }
    return line.count
  }

  /// Checks the complete headers before the body.
  private func begin() -> Bool {
    let lengths = headers.list("Content-Length")
    guard Set(lengths).count <= 1 else {
      failure = .protocolError("contradictory Content-Length")
      return false
    }
    if let length = lengths.first {
      guard let bytes = Int(length), bytes >= 0 else {
        failure = .protocolError("Content-Length is not a number")
        return false
      }
      if bytes <= 1 << 20 { body.reserveCapacity(bytes) }
    }
    return true
  }

  // MARK: Body

  private func take(body bytes: UnsafeRawBufferPointer) -> Int {
    if wireBytes == 0, !decideEncoding(bytes) { return 0 }
    wireBytes += bytes.count
    if let decoder {
      do throws(DecodingFailure) {
        try decoder.decode(bytes.bytes, into: &body)
      } catch {
        switch error {
        case .corrupt where wireBytes == bytes.count && UnlabeledCompression.isText(bytes):
          self.decoder = nil
          isMislabeled = true
          body = []
        case .tooLarge: failure = .decodedTooLarge(limit: request.maxBodyBytes)
        case .corrupt: failure = .contentEncoding("the data is corrupt")
        }
        guard failure == nil else { return 0 }
      }
    }
    if decoder == nil {
      guard wireBytes <= request.maxBodyBytes else {
        failure = .tooLarge(limit: request.maxBodyBytes)
        return 0
      }
      body.append(contentsOf: bytes)
    }
    reserve()
    return bytes.count
  }

  /// Reserves capacity for the largest body once the body exceeds 1 MiB. Untouched memory is free,
  /// whereas growing step by step would store the body twice.
  private func reserve() {
    guard body.count > 1 << 20, body.capacity < request.maxBodyBytes else { return }
    body.reserveCapacity(request.maxBodyBytes + (1 << 16))
  }

  private func decideEncoding(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let encodings = ContentEncoding.codings(headers)
    guard var encoding = encodings.first else { return true }
    if encoding == "br", UnlabeledCompression.hasHeader(bytes) {
      isMislabeled = true
      encoding = "gzip"
    }
    decoder = ContentEncoding.decoder(encoding, limit: request.maxBodyBytes)
    // A server and its proxy may both declare one coding; see `UnlabeledCompression` for two.
    if Set(encodings).count > 1 || decoder == nil {
      let names = RequestURL.printable(encodings.joined(separator: ", "))
      failure = .contentEncoding("'\(names)' was not requested")
      return false
    }
    return true
  }

  /// Throws if the compressed stream has not ended. libcurl checks `Content-Length` itself.
  func checkComplete() throws(HTTPFailure) {
    if let decoder, !decoder.isComplete { throw .truncated }
  }
}
