import AlmanacModel
import AlmanacPlan
import AlmanacTime

/// `agenda.json`: all of an agenda for programs.
struct AgendaJSON {
  /// The version is raised when a member is removed or means something else.
  static let schema = "almanac.agenda/1"

  let agenda: Agenda
  /// The last change of each entry and task, by key.
  let changes: EntryChanges

  func bytes() -> [UInt8] {
    var json = JSONWriter()
    // An entry with its way takes about 1,000 bytes.
    json.reserve(1_000 * (agenda.entries.count + 5))
    json.beginObject()
    json.member("schema", Self.schema)
    json.member("person", agenda.person)
    json.member("now", agenda.now.rfc3339)
    json.member("timezone", agenda.zone.identifier)
    json.objects("entries", agenda.entries) { write($0, &$1) }
    json.objects("days", agenda.days) { day, json in
      json.member("date", day.date.description)
      json.member("feasible", day.isFeasible)
      strings("entries", day.entries, &json)
      causes(day.causes, &json)
    }
    json.objects("problems", agenda.causes.sorted { $0.key < $1.key }) { problem, json in
      json.member("event", problem.key)
      causes(problem.value, &json)
    }
    json.objects("skipped", agenda.skipped) { skipped, json in
      json.member("event", skipped.event)
      json.member("date", skipped.date.description)
      strings("conflict", skipped.conflict, &json)
    }
    strings("moved", agenda.moved, &json)
    strings("unplaced", agenda.unplaced, &json)
    strings("unknown", agenda.unknown, &json)
    json.objects("travel", agenda.legs) { write($0, &$1) }
    json.objects("rides", agenda.rides.sorted { $0.key < $1.key }) { ride, json in
      json.member("entry", ride.key)
      json.member("bookableFrom", ride.value.from.map(text))
      json.member("bookableTo", ride.value.to.map(text))
      json.member("refusal", ride.value.refusal?.rawValue)
      json.objects("quotes", ride.value.quotes) { quote, json in
        json.member("product", quote.product)
        price(quote.price, &json)
        json.member("seconds", quote.duration)
        json.key("meters")
        json.number(quote.distance.rounded())
      }
    }
    json.objects("tasks", agenda.tasks) { write($0, &$1) }
    json.objects("recommendations", agenda.recommendations) { found, json in
      json.member("event", found.event)
      json.member("title", found.title)
      json.member("start", text(found.start))
      json.member("venue", found.venue)
      json.key("score")
      json.number(found.score, decimals: 3)
      strings("reasons", found.reasons, &json)
    }
    json.objects("nearby", agenda.nearby) { found, json in
      json.member("event", found.event)
      json.member("title", found.title)
      json.member("start", text(found.start))
      json.member("venue", found.venue)
      json.key("meters")
      json.number(found.distance.rounded())
    }
    if let view = agenda.view {
      strings("view", view, &json)
    } else {
      json.key("view")
      json.null()
    }
    json.endObject()
    json.lineBreak()
    return json.bytes
  }

  private func write(_ entry: AgendaEntry, _ json: inout JSONWriter) {
    json.member("key", entry.key)
    json.member("kind", entry.kind.rawValue)
    json.member("event", entry.event)
    json.member("title", entry.title)
    let isDay = entry.startTime.isDay
    json.member("start", isDay ? entry.startTime.publicText : text(entry.start))
    json.member("end", isDay ? entry.endTime?.publicText : text(entry.end))
    json.member("venue", entry.venue)
    json.member(
      "status",
      entry.isCancelled ? "cancelled" : entry.isTentative ? "tentative" : "confirmed")
    json.member("flexible", entry.isFlexible)
    // The notes of an attended event are in the edition.
    if entry.kind == .own { json.member("notes", entry.details.notes) }
    reminder(entry.details, &json)
    if let change = changes[entry.key] {
      json.member("modified", change.modified.rfc3339)
      json.member("digest", change.digest)
    }
  }

  private func write(_ leg: TravelLeg, _ json: inout JSONWriter) {
    json.member("entry", leg.entry)
    json.member("from", leg.from.name)
    json.member("to", leg.to.name)
    json.member("departure", text(leg.departure))
    json.member("arrival", text(leg.arrival))
    json.objects("options", leg.options) { option, json in
      json.member("mean", option.mode.rawValue)
      json.member("seconds", option.duration)
      json.key("meters")
      json.number(option.distance.rounded())
      price(option.price, &json)
      json.key("emissions")
      json.number(option.emissions.rounded())
      json.member("fits", option.fits)
      json.member("product", option.product)
      json.member("note", option.note)
    }
  }

  private func write(_ task: PlanTask, _ json: inout JSONWriter) {
    json.member("id", task.id)
    json.member("title", task.title)
    json.member("due", task.due.publicText)
    json.member("state", task.state(now: agenda.now, in: agenda.zone).rawValue)
    json.member("notes", task.details.notes)
    reminder(task.details, &json)
    if let remaining = task.remaining(now: agenda.now, in: agenda.zone) {
      json.member("remaining", remaining.exact)
      json.member("remainingDays", remaining.days)
    }
    if let change = changes["task " + task.id] {
      json.member("modified", change.modified.rfc3339)
      json.member("digest", change.digest)
    }
  }

  private func reminder(_ details: EntryDetails, _ json: inout JSONWriter) {
    json.member("alarmSeconds", details.alarm)
    json.member("tone", details.tone)
    json.member("picture", details.picture)
  }

  private func causes(_ causes: [PlanCause], _ json: inout JSONWriter) {
    json.objects("causes", causes) { cause, json in
      json.member("cause", cause.text)
      if case .invalidData(let mistake) = cause { json.member("details", mistake.rawValue) }
      if !cause.events.isEmpty { strings("events", cause.events, &json) }
    }
  }

  private func price(_ price: PriceRange?, _ json: inout JSONWriter) {
    guard let price else { return }
    json.object("price") { json in
      json.key("low")
      json.number(price.low, decimals: 2)
      json.key("high")
      json.number(price.high, decimals: 2)
      json.member("currency", price.currency)
    }
  }

  private func text(_ instant: Instant) -> String {
    CalendarTime.zoned(ZonedTime(instant, in: agenda.zone)).publicText
  }

  private func strings(_ name: String, _ values: [String], _ json: inout JSONWriter) {
    json.array(name) { json in
      for value in values { json.string(value) }
    }
  }
}
