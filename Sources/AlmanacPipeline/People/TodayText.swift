import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// `today.txt`: the day of the run, to be read or printed.
struct TodayText {
  let agenda: Agenda

  func text() -> String {
    let today = agenda.zone.civil(at: agenda.now).date
    var lines = ["\(today.weekday.name.capitalized), \(today)", ""]
    let (first, last) = (
      agenda.zone.startOfDay(today), agenda.zone.startOfDay(today.adding(days: 1))
    )
    let entries = agenda.entries.filter {
      $0.start < last && ($0.end > first || $0.start >= first)
    }
    if entries.isEmpty { lines.append("Nothing is planned.") }
    for entry in entries {
      if let leg = agenda.leg(to: entry.key), let option = leg.proposed, option.duration > 0 {
        lines.append(
          "\(time(leg.departure))        leave \(leg.from.name): \(AgendaCalendars.words(option))")
      }
      let span =
        entry.startTime.isDay ? "all day     " : "\(time(entry.start))–\(time(entry.end)) "
      let venue = entry.venue.map { ", \($0)" } ?? ""
      let status = entry.isCancelled ? " (cancelled)" : ""
      lines.append("\(span) \(entry.title)\(venue)\(status)")
      for cause in agenda.causes[entry.key] ?? [] {
        let others = cause.events.filter { $0 != entry.key }.map(title)
        lines.append(
          "             ! \(cause.text)"
            + (others.isEmpty ? "" : ": \(others.joined(separator: ", "))"))
      }
    }
    add("Problems", problems(), to: &lines)
    add("Tasks", tasks(), to: &lines)
    add(
      "Nearby now",
      agenda.nearby.prefix(5).map { found in
        "\(time(found.start)) \(found.title)\(found.venue.map { ", \($0)" } ?? ""), "
          + "\(Int(found.distance.rounded())) m"
      }, to: &lines)
    add(
      "Recommended",
      agenda.recommendations.prefix(5).map { found in
        let date = agenda.zone.civil(at: found.start).date
        return
          "\(date) \(time(found.start)) \(found.title) (\(found.reasons.joined(separator: "; ")))"
      }, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Problems of events without a time, which no entry of the calendar shows.
  private func problems() -> [String] {
    var problems: [String] = []
    for (event, causes) in agenda.causes.sorted(by: { $0.key < $1.key }) {
      for case .invalidData(let mistake) in causes {
        problems.append("\(event): \(PlanCause.invalidData(mistake).text), \(mistake.rawValue)")
      }
    }
    problems += agenda.unplaced.map { "\($0): no time is free for it" }
    return problems
      + agenda.skipped.map { skipped in
        let others = skipped.conflict.filter { $0 != "\(skipped.event)@\(skipped.date)" }
        return "\(skipped.event), \(skipped.date): \(PlanCause.conflict([]).text) with "
          + others.map(title).joined(separator: ", ")
      }
  }

  private func tasks() -> [String] {
    agenda.tasks.compactMap { task in
      switch task.state(now: agenda.now, in: agenda.zone) {
      case .done: nil
      case .overdue: "\(task.title): overdue since \(task.due.civil.date)"
      case .active:
        task.remaining(now: agenda.now, in: agenda.zone).map {
          "\(task.title): \($0.exact) left (\($0.days))"
        }
      }
    }
  }

  private func add(_ heading: String, _ items: [String], to lines: inout [String]) {
    guard !items.isEmpty else { return }
    lines += ["", heading]
    lines += items.map { "  \($0)" }
  }

  private func title(_ key: String) -> String {
    agenda.entries.first { $0.key == key }?.title ?? key
  }

  private func time(_ instant: Instant) -> String { agenda.zone.civil(at: instant).timeOfDay }
}
