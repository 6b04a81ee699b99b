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
    list("entries", agenda.entries, &json) { write($0, &$1) }
    list("days", agenda.days, &json) { day, json in
      json.member("date", day.date.description)
      json.member("feasible", day.isFeasible)
      strings("entries", day.entries, &json)
      causes(day.causes, &json)
    }
    list("problems", agenda.causes.sorted { $0.key < $1.key }, &json) { problem, json in
      json.member("event", problem.key)
      causes(problem.value, &json)
    }
    list("skipped", agenda.skipped, &json) { skipped, json in
      json.member("event", skipped.event)
      json.member("date", skipped.date.description)
      strings("conflict", skipped.conflict, &json)
    }
    strings("moved", agenda.moved, &json)
    strings("unplaced", agenda.unplaced, &json)
    strings("unknown", agenda.unknown, &json)
    list("travel", agenda.legs, &json) { write($0, &$1) }
    list("rides", agenda.rides.sorted { $0.key < $1.key }, &json) { ride, json in
      json.member("entry", ride.key)
      json.member("bookableFrom", ride.value.from.map(text))
      json.member("bookableTo", ride.value.to.map(text))
      json.member("refusal", ride.value.refusal?.rawValue)
      list("quotes", ride.value.quotes, &json) { quote, json in
        json.member("product", quote.product)
        price(quote.price, &json)
        json.member("seconds", quote.duration)
        json.key("meters")
        json.number(quote.distance.rounded())
      }
    }
    list("tasks", agenda.tasks, &json) { write($0, &$1) }
    list("recommendations", agenda.recommendations, &json) { found, json in
      json.member("event", found.event)
      json.member("title", found.title)
      json.member("start", text(found.start))
      json.member("venue", found.venue)
      json.key("score")
      json.number(found.score, decimals: 3)
      strings("reasons", found.reasons, &json)
    }
    list("nearby", agenda.nearby, &json) { found, json in
      json.member("event", found.event)
      json.member("title", found.title)
      json.member("start", text(found.start))
      json.member("venue", found.venue)
      json.key("meters")
      json.number(found.distance.rounded())
    }
    json.key("view")
    if let view = agenda.view {
      json.beginArray()
      for event in view { json.string(event) }
      json.endArray()
    } else {
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
    list("options", leg.options, &json) { option, json in
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
    list("causes", causes, &json) { cause, json in
      json.member("cause", cause.text)
      if case .invalidData(let mistake) = cause { json.member("details", mistake.rawValue) }
      if !cause.events.isEmpty { strings("events", cause.events, &json) }
    }
  }

  private func price(_ price: PriceRange?, _ json: inout JSONWriter) {
    guard let price else { return }
    json.key("price")
    json.beginObject()
    json.key("low")
    json.number(price.low, decimals: 2)
    json.key("high")
    json.number(price.high, decimals: 2)
    json.member("currency", price.currency)
    json.endObject()
  }

  private func text(_ instant: Instant) -> String {
    CalendarTime.zoned(ZonedTime(instant, in: agenda.zone)).publicText
  }

  private func list<Element>(
    _ name: String, _ elements: [Element], _ json: inout JSONWriter,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    json.key(name)
    json.beginArray()
    for position in elements.indices {
      json.beginObject()
      write(elements[position], &json)
      json.endObject()
    }
    json.endArray()
  }

  private func strings(_ name: String, _ values: [String], _ json: inout JSONWriter) {
    json.key(name)
    json.beginArray()
    for value in values { json.string(value) }
    json.endArray()
  }
}
