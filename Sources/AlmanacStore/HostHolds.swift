public import AlmanacTime
import GRDB

extension Workspace {
  /// When each host that asked not to be asked may be asked again, by host and port.
  public func hostHolds() throws -> [String: Instant] {
    try all("SELECT host, until FROM hostHold") { row in
      (row[0], Instant(secondsSinceEpoch: row[1]))
    }
  }

  /// Notes that hosts are not to be asked before a time, and forgets the holds that are over.
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
