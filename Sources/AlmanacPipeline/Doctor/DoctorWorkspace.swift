import AlmanacFiles
import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation

/// What the runs left.
extension Doctor {
  var lockLine: Line {
    let file = output.lockFile
    guard FileManager.default.fileExists(atPath: file.path) else {
      return ok("lock", "nothing has run here yet")
    }
    return line("lock", "check who owns \(file.path)") {
      try FileLock(at: file) == nil
        ? warn("lock", "a run is at work now", "wait for it to end, if it should not be")
        : ok("lock", "no run is at work")
    }
  }

  var workspaceLines: [Line] {
    let folder = output.workspaceFolder
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return [ok("workspace", "nothing has run here yet")]
    }
    let remedy =
      "move \(folder.path) away and run again: ids come back from the edition"
    let sound = line("workspace", remedy) {
      let damage = try output.workspace().damage()
      return damage.isEmpty
        ? ok("workspace", "SQLite finds it sound")
        : fail("workspace", damage.prefix(3).joined(separator: "; "), remedy)
    }
    guard sound.verdict == .ok else { return [sound] }
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
      let newest = Set(try workspace.captures().suffix(200).map(\.sha256)).sorted()
      for digest in newest {
        let body = try workspace.bodies.body(sha256: digest)
        guard Fingerprint.digest(of: body) == digest else {
          return fail("captures", "the body \(digest) is not what was retrieved", remedy)
        }
      }
      return ok("captures", "\(all) there, the newest \(newest.count) unharmed")
    }
    return [sound, bodies]
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
          "set this machine's clock, or publish without --now")
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
