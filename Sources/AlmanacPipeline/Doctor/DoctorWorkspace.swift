import AlmanacFiles
import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation

/// Checks the workspace and the edition.
extension Doctor {
  var lockLine: Line {
    let file = output.lockFile
    guard FileManager.default.fileExists(atPath: file.path) else {
      return ok("lock", "nothing has run here yet")
    }
    return line("lock", "check who owns \(file.path)") {
      try FileLock(at: file) == nil
        ? warn("lock", "a run is in progress", "if it should not be, wait for it to end")
        : ok("lock", "no run is in progress")
    }
  }

  var workspaceLines: [Line] {
    let folder = output.workspaceFolder
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return [ok("workspace", "nothing has run here yet")]
    }
    let remedy =
      "move \(folder.path) away and run again: ids are restored from the edition"
    let database = line("workspace", remedy) {
      let damage: [String]
      do {
        damage = try output.workspace().damage()
      } catch WorkspaceError.damaged {
        damage = ["SQLite can't read it"]
      }
      // SQLite returns all damage of its pages as lines of one text, below a title.
      let lines = damage.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }
      guard let first = lines.first else { return ok("workspace", "SQLite finds no damage") }
      let more = lines.count > 1 ? ", and \(lines.count - 1) more" : ""
      return fail("workspace", "it is damaged: \(first)\(more)", remedy)
    }
    guard database.verdict == .ok else { return [database] }
    let bodies = line("captures", remedy) {
      let workspace = try output.workspace()
      let named = try workspace.captureDigests()
      let all = String(counting: named.count, "body", plural: "bodies")
      let missing = named.subtracting(try workspace.bodies.digests())
      if let first = missing.sorted().first {
        return fail(
          "captures", "\(missing.count) of \(all) missing, such as \(first)",
          remedy)
      }
      // Hashing all bodies may take minutes: the newest ones are what the next run reads.
      let newest = Set(try workspace.captures().suffix(200).map(\.sha256)).sorted()
      for digest in newest {
        let body = try workspace.bodies.body(sha256: digest)
        guard Fingerprint.digest(of: body) == digest else {
          return fail("captures", "the body \(digest) is not what was retrieved", remedy)
        }
      }
      return ok("captures", "\(all) there, the newest \(newest.count) undamaged")
    }
    return [database, bodies]
  }

  func editionLine(samples: Bool) -> Line {
    line("edition", "run 'almanac run' to publish another") {
      guard let latest = try StatusReport.latest(output.url) else {
        return warn("edition", "nothing is published yet", "run 'almanac run'")
      }
      let age = now.seconds(since: latest.at)
      if age < -Self.skew, !samples {
        return fail(
          "edition", "\(latest.name) is of \(latest.at.rfc3339), which is yet to come",
          "set the system time, or publish without --now")
      }
      if age > 30 * 3_600, !samples {
        return warn(
          "edition", "\(latest.name) is \(age / 3_600) h old",
          "see whether the timer is on: systemctl list-timers almanac.timer")
      }
      return ok("edition", "\(latest.name), of \(latest.at.rfc3339)")
    }
  }
}
