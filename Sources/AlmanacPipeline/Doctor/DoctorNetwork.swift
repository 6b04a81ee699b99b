import AlmanacIngest
import AlmanacModel
import AlmanacTime
import Foundation

/// Checks names of hosts, and the system time.
extension Doctor {
  /// Looks up names, and compares the system time with that of one server.
  func networkLines(_ settings: Settings?) async -> [Line] {
    let urls = (settings?.sources ?? []).compactMap { source -> URL? in
      source.url.flatMap {
        URL(string: WebcalAddress.https($0).replacing(/[{}]/, with: ""))
      }
    }
    let hosts = Set(urls.compactMap { $0.host() }).sorted()
    guard !isOffline else {
      return [ok("network", "not checked, because of --offline"), ok("clock", "not checked")]
    }
    guard let first = hosts.first, let settings else {
      return [
        ok("network", "no source is of the web"),
        ok("clock", "\(now.rfc3339); no server to compare it with"),
      ]
    }
    let unknown = hosts.prefix(20).filter { !Self.resolves($0) }
    var lines: [Line] = []
    if unknown.count == min(20, hosts.count) {
      return [
        fail(
          "network", "no name can be looked up, such as \(first)",
          "check /etc/resolv.conf and this machine's network"),
        warn("clock", "no server can be reached", "check the network first"),
      ]
    }
    lines.append(
      unknown.isEmpty
        ? ok("network", "\(String(counting: hosts.count, "host")) can be looked up")
        : warn(
          "network",
          "\(unknown.count) of \(hosts.count) hosts can't be looked up: "
            + unknown.prefix(5).joined(separator: ", "),
          "correct their 'url' in feed.yaml, or ask their publishers"))
    lines.append(await clockLine(settings, asking: hosts.first { !unknown.contains($0) } ?? first))
    return lines
  }

  private static func resolves(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
  }

  /// Compares the system time with the `Date` of a server that runs use anyway (RFC 9110 section 6.6.1).
  private func clockLine(_ settings: Settings, asking host: String) async -> Line {
    let client = HTTPClient.curl(userAgent: settings.fetching.userAgent)
    var request = HTTPRequest(url: "https://\(host)/robots.txt")
    request.totalTimeout = .seconds(10)
    request.maxBodyBytes = 1 << 20
    do throws(HTTPFailure) {
      let answer = try await client.send(request)
      let own = Int(now.secondsSinceEpoch)
      guard let seconds = answer.serverTime else {
        return ok("clock", "\(now.rfc3339); \(host) sends no time")
      }
      let skew = own - seconds
      return abs(skew) <= Self.skew
        ? ok("clock", "within \(Self.skew) s of \(host), which answers over TLS")
        : fail(
          "clock", "\(abs(skew)) s \(skew > 0 ? "ahead of" : "behind") that of \(host)",
          "let timedatectl set it: timedatectl set-ntp true")
    } catch {
      return warn(
        "clock", "\(host) does not answer over TLS: \(error)",
        "check the network, certificates (ca-certificates) and the clock")
    }
  }
}
