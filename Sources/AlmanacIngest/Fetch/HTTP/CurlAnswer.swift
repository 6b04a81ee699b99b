import CLibCurl
import Glibc

/// What comes back in one hop, with the checks made while it comes.
final class CurlAnswer {
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var wireBytes = 0
  /// Why we ended the hop ourselves.
  private(set) var failure: HTTPFailure?
  /// The address that was refused last, if any.
  private(set) var deniedAddress: String?
  private(set) var headersEnded = false
  /// Whether there was a connection to send the request over.
  private(set) var isConnected = false
  var mayBePrivate = false

  private let request: HTTPRequest
  private var headerBytes = 0
  private var decoder: (any BodyDecoder)?

  init(request: HTTPRequest) { self.request = request }

  static func setCallbacks(_ easy: UnsafeMutableRawPointer?) {
    almanac_curl_set_data_function(easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
      CurlAnswer.of(context)?.take(
        header: UnsafeRawBufferPointer(start: data, count: size * count)) ?? 0
    }
    almanac_curl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
      CurlAnswer.of(context)?.take(
        body: UnsafeRawBufferPointer(start: data, count: size * count)) ?? 0
    }
    almanac_curl_set_socket_function(easy) { context, _, address in
      guard let address else { return CURL_SOCKET_BAD }
      return CurlAnswer.of(context)?.open(&address.pointee) ?? CURL_SOCKET_BAD
    }
    // A connection kept from another request was not opened under this one's rules.
    almanac_curl_set_request_check(easy) { context, address, _, _, _ in
      guard let address, let answer = CurlAnswer.of(context) else { return CURL_PREREQFUNC_ABORT }
      return answer.mayUse(String(cString: address)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlAnswer? {
    context.map { Unmanaged<CurlAnswer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Connection

  private func open(_ address: inout curl_sockaddr) -> curl_socket_t {
    let isPublic = withUnsafePointer(to: address.addr) { AddressPolicy.isPublic($0) }
    guard isPublic || mayBePrivate else {
      deniedAddress = withUnsafePointer(to: &address.addr) {
        Self.text(of: $0, length: address.addrlen)
      }
      return CURL_SOCKET_BAD
    }
    return socket(
      address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
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
    // A trailer is no header (RFC 9110, section 6.5.1).
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

  /// Looks at the complete headers before the body.
  private func begin() -> Bool {
    let lengths = headers.list("Content-Length")
    guard Set(lengths).count <= 1 else {
      failure = .protocolError("contradictory Content-Length")
      return false
    }
    if let length = lengths.first {
      guard let bytes = Int(length), bytes >= 0 else {
        failure = .protocolError("Content-Length is no number")
        return false
      }
      if bytes <= 1 << 20 { body.reserveCapacity(bytes) }
    }
    return true
  }

  // MARK: Body

  private func take(body bytes: UnsafeRawBufferPointer) -> Int {
    if wireBytes == 0, !decideEncoding() { return 0 }
    wireBytes += bytes.count
    if let decoder {
      do throws(DecodingFailure) {
        try decoder.decode(bytes, into: &body)
      } catch {
        switch error {
        case .tooLarge: failure = .decodedTooLarge(limit: request.maxBodyBytes)
        case .corrupt: failure = .contentEncoding("the data is corrupt")
        }
        return 0
      }
    } else {
      guard wireBytes <= request.maxBodyBytes else {
        failure = .tooLarge(limit: request.maxBodyBytes)
        return 0
      }
      body.append(contentsOf: bytes)
    }
    reserve()
    return bytes.count
  }

  /// Makes room for the largest body once it is not a small one: memory that is not written to
  /// costs nothing, whereas growing step by step would hold the body twice.
  private func reserve() {
    guard body.count > 1 << 20, body.capacity < request.maxBodyBytes else { return }
    body.reserveCapacity(request.maxBodyBytes + (1 << 16))
  }

  private func decideEncoding() -> Bool {
    let encodings = ContentEncoding.codings(headers)
    guard let encoding = encodings.first else { return true }
    decoder = ContentEncoding.decoder(encoding, limit: request.maxBodyBytes)
    if encodings.count > 1 || decoder == nil {
      let names = RequestURL.printable(encodings.joined(separator: ", "))
      failure = .contentEncoding("'\(names)' was not asked for")
      return false
    }
    return true
  }

  /// Whether the compressed stream ended; curl has checked the length on the wire.
  func checkComplete() throws(HTTPFailure) {
    if let decoder, !decoder.isComplete { throw .truncated }
  }
}
