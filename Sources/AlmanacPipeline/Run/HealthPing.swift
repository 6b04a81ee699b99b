import AlmanacIngest
import AlmanacModel
import Foundation
import Logging

/// Reports to a monitoring service such as Healthchecks that a run began and how it ended: requests the URL
/// after a success, else the URL with `/start` or `/fail` after its path.
///
/// It never changes how a run ends: a failure here is only logged.
public struct HealthPing: Sendable {
  public enum Signal: Sendable { case start, success, failure }

  private static let timeout = Duration.seconds(10)

  private let address: String
  private let client: HTTPClient
  private let log: Logger

  /// nil if no URL is configured, or if its secret is missing, which is logged.
  init?(_ settings: Settings, environment: [String: String], client: HTTPClient, log: Logger) {
    guard let place = settings.ping else { return nil }
    self.client = client
    self.log = log
    switch place {
    case .url(let url): address = url
    case .secret(let secret):
      do throws(FetchError) {
        address = try SecretReader(environment: environment).secret(at: secret)
      } catch {
        log.warning("the ping's URL is missing", metadata: ["reason": "\(error)"])
        return nil
      }
      guard Self.isAddress(address) else {
        log.warning("the ping's URL is no http or https URL")
        return nil
      }
    }
  }

  static func isAddress(_ text: String) -> Bool {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
    return ["http", "https"].contains(scheme) && url.host() != nil
  }

  /// The URL of a signal: before a query, if there is one.
  static func address(_ address: String, for signal: Signal) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let rest = address.dropFirst(path.count)
    let base = path.hasSuffix("/") ? path.dropLast() : path
    return switch signal {
    case .start: "\(base)/start\(rest)"
    case .success: address
    case .failure: "\(base)/fail\(rest)"
    }
  }

  func send(_ signal: Signal) async {
    var request = HTTPRequest(url: Self.address(address, for: signal))
    request.connectTimeout = .seconds(5)
    request.totalTimeout = Self.timeout
    request.stallTimeout = Self.timeout
    request.maxBodyBytes = 1 << 20
    // The operator configured the host, so it may be in a private network.
    if let host = URL(string: address)?.host() {
      request.allowedPrivateHosts = [host.lowercased()]
    }
    do throws(HTTPFailure) {
      let answer = try await client.send(request)
      guard (200..<300).contains(answer.status) else {
        log.warning("the ping was refused", metadata: ["status": "\(answer.status)"])
        return
      }
    } catch {
      // Its code alone: the URL in the message is a secret.
      log.warning("the ping failed", metadata: ["code": "\(error.code)"])
    }
  }
}
