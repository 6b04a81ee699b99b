import AlmanacTestSupport
import Testing

@testable import AlmanacIngest

@Suite struct HTTPAddressTests {
  private let client = HTTPClient.curl(userAgent: "test")

  private func failure(_ url: String, allowed: Set<String> = []) async -> HTTPFailure? {
    var request = HTTPRequest(url: url, allowedPrivateHosts: allowed)
    request.maxRedirects = 5
    do throws(HTTPFailure) {
      _ = try await client.send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "All names of the local machine are refused",
    arguments: [
      "127.0.0.1", "localhost", "localhost.", "LOCALHOST", "127.1", "0x7f.1", "2130706433",
      "0177.0.0.1", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
    ])
  func loopback(host: String) async throws {
    let server = try LoopbackServer { _ in .init(200) }
    let code = await failure(server.url("/", host: host))?.code
    #expect(["E_NET_DENIED", "E_NETWORK"].contains(code))
    if !host.hasSuffix(".") { #expect(code == "E_NET_DENIED") }
    #expect(server.connections == 0)
  }

  @Test("The error of a refused request names host and address")
  func denied() async throws {
    #expect(
      await failure("http://127.0.0.1:9/")
        == .addressDenied(host: "127.0.0.1", address: "127.0.0.1"))
  }

  @Test(
    "A redirect leads neither from https to http nor to an address with a password",
    arguments: [
      ("https://a.example/", "https://b.example/", true),
      ("http://a.example/", "https://b.example/", true),
      ("http://a.example/", "http://b.example/", true),
      ("https://a.example/", "http://a.example/", false),
      ("http://a.example/", "http://user:secret@a.example/", false),
      ("https://a.example/", "https://user@b.example/", false),
    ])
  func redirects(from: String, to: String, isAllowed: Bool) throws {
    #expect(try RequestURL(from).allowsRedirect(to: RequestURL(to)) == isAllowed)
  }

  @Test("A private host is allowed only for the request that lists it")
  func listed() async throws {
    let server = try LoopbackServer { _ in .init(200) }
    #expect(await failure(server.url("/"), allowed: ["127.0.0.1"]) == nil)
    #expect(await failure(server.url("/", host: "LocalHost"), allowed: ["localhost"]) == nil)
    // This request must not reuse the open connection of the first one.
    #expect(await failure(server.url("/"), allowed: ["localhost"])?.code == "E_NET_DENIED")
    #expect(server.requests.count == 2)
  }

  @Test(
    "Public addresses are distinguished from special-purpose ones",
    arguments: [
      ("11.0.0.1", true), ("8.8.8.8", true), ("172.32.0.1", true), ("100.128.0.1", true),
      ("223.255.255.255", true), ("2001:4860:4860::8888", true), ("2a00:1450::1", true),
      ("::ffff:8.8.8.8", true), ("64:ff9b::808:808", true),
      ("0.1.2.3", false), ("10.0.0.5", false), ("100.64.0.1", false), ("100.127.255.255", false),
      ("127.255.255.254", false), ("169.254.169.254", false), ("172.16.0.1", false),
      ("172.31.255.255", false), ("192.0.0.1", false), ("192.0.2.1", false),
      ("192.168.1.1", false), ("198.18.0.1", false), ("198.19.255.255", false),
      ("198.51.100.1", false), ("203.0.113.1", false), ("224.0.0.1", false), ("240.0.0.1", false),
      ("255.255.255.255", false), ("::", false), ("::1", false), ("::7f00:1", false),
      ("::ffff:10.0.0.5", false), ("64:ff9b::a00:5", false), ("64:ff9b:1::1", false),
      ("100::1", false), ("2001::1", false), ("2001:db8::1", false), ("2002:7f00:1::", false),
      ("3fff::1", false), ("fc00::1", false), ("fd00::1", false), ("fe80::1%eth0", false),
      ("fec0::1", false), ("ff02::1", false), ("nonsense", false), ("", false),
    ])
  func addresses(text: String, isPublic: Bool) {
    #expect(AddressPolicy.isPublic(text: text) == isPublic)
  }

  @Test(
    "Schemes other than http and https are refused",
    arguments: [
      ("ftp://example.org/x", "E_SCHEME"), ("file:///etc/passwd", "E_SCHEME"),
      ("webcal://example.org/x", "E_SCHEME"), ("javascript:alert(1)", "E_SCHEME"),
      ("", "E_URL"), ("example.org/feed", "E_URL"), ("http://", "E_URL"), ("http://?x", "E_URL"),
      ("http://a\nb/", "E_URL"), ("http://example.org:99999/", "E_URL"), ("//example.org", "E_URL"),
    ])
  func schemes(url: String, code: String) async {
    #expect(await failure(url)?.code == code)
  }

  @Test("Redirects are followed and listed")
  func redirects() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/a": .init(301, [("Location", "/b")])
      case "/b": .init(302, [("Location", "c d?é")], text: "moved")
      default: .init(200, text: request.path)
      }
    }
    let response = try await client.send(
      HTTPRequest(url: server.url("/a"), allowedPrivateHosts: ["127.0.0.1"]))
    #expect(response.status == 200)
    #expect(response.redirects.map(\.status) == [301, 302])
    #expect(response.redirects.first?.to == server.url("/b"))
    #expect(response.finalURL == response.redirects.last?.to)
    #expect(String(decoding: response.body, as: UTF8.self) == "/c%20d?%c3%a9")
  }

  @Test(
    "Unsafe redirects are refused",
    arguments: [
      ("/loop", "E_REDIRECT_LIMIT"), ("http://localhost/", "E_NET_DENIED"),
      ("http://10.0.0.5/", "E_NET_DENIED"), ("http://[::1]/", "E_NET_DENIED"),
      ("http://0.0.0.0/", "E_NET_DENIED"), ("file:///etc/passwd", "E_SCHEME"),
      ("ftp://10.0.0.5/x", "E_SCHEME"), ("gopher://10.0.0.5/x", "E_SCHEME"),
      ("http://u:p@127.0.0.1/", "E_REDIRECT_DENIED"), ("http://", "E_URL"),
    ])
  func badRedirects(target: String, code: String) async throws {
    let server = try LoopbackServer { _ in .init(302, [("Location", target)]) }
    #expect(await failure(server.url("/loop"), allowed: ["127.0.0.1"])?.code == code)
    #expect(server.requests.count <= 6)
  }

  @Test("A redirect without a target is returned as the response")
  func noTarget() async throws {
    let server = try LoopbackServer { _ in .init(302) }
    let request = HTTPRequest(url: server.url("/"), allowedPrivateHosts: ["127.0.0.1"])
    #expect(try await client.send(request).status == 302)
  }
}
