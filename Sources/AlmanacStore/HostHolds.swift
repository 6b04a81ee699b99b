public import AlmanacTime
import GRDB

extension Workspace {
  /// When requests to each host may resume after `Retry-After` (RFC 9110 section 10.2.3), by
  /// "host:port".
  public func hostHolds() throws -> [String: Instant] {
    try all("SELECT host, until FROM hostHold") { row in
      (row[0], Instant(secondsSinceEpoch: row[1]))
    }
  }

  /// Blocks requests to hosts until a time, and deletes blocks that have expired at `now`.
  public func hold(hosts: Set<String>, until: Instant, at now: Instant) throws {
    try database.write { database in
      try database.execute(
        sql: "DELETE FROM hostHold WHERE until <= ?", arguments: [now.secondsSinceEpoch])
      for host in hosts.sorted() {
        try database.execute(
          cached: """
            INSERT INTO hostHold (host, until) VALUES (?, ?)
            ON CONFLICT (host) DO UPDATE SET until = max(until, excluded.until)
            """, arguments: [host, until.secondsSinceEpoch])
      }
    }
  }
}
