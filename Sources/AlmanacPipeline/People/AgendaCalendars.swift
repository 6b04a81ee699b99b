import AlmanacModel
import AlmanacPlan
import AlmanacPublish
import AlmanacTime

/// `agenda.ics` and `tasks.ics` of an agenda.
struct AgendaCalendars {
  let agenda: Agenda
  let name: String
  let hasTravelBlocks: Bool
  let changes: EntryChanges
  /// What UIDs end in.
  let domain: String

  func agendaBytes() -> [UInt8] {
    var entries: [PersonalCalendar.Entry] = []
    entries.reserveCapacity(agenda.entries.count + agenda.legs.count)
    for entry in agenda.entries {
      let leg = agenda.leg(to: entry.key)
      if hasTravelBlocks, let leg, let block = block(leg, before: entry) { entries.append(block) }
      entries.append(self.entry(entry, leg))
    }
    if hasTravelBlocks { entries += agenda.legs.compactMap(returnBlock) }
    return PersonalCalendar(title: name, zone: agenda.zone).calendar(of: entries, now: agenda.now)
  }

  func taskBytes() -> [UInt8] {
    let tasks = agenda.tasks.map { task in
      let state = task.state(now: agenda.now, in: agenda.zone)
      var found = PersonalCalendar.Task(
        uid: uid("task-\(task.id)"), modified: modified("task " + task.id), title: task.title,
        due: task.due, state: state.rawValue)
      found.text = task.details.notes
      found.picture = task.details.picture
      found.isDone = task.isDone
      found.remaining = task.remaining(now: agenda.now, in: agenda.zone)
        .map { ($0.exact, $0.days) }
      found.alarm = Self.alarm(task.details)
      return found
    }
    return PersonalCalendar(title: "\(name): tasks", zone: agenda.zone)
      .calendar(of: tasks, now: agenda.now)
  }

  /// UIDs name the person: two persons that attend one event have two entries.
  private func uid(_ key: String) -> String { "\(agenda.person)-\(key)@\(domain)" }

  private func modified(_ key: String) -> Instant { changes[key]?.modified ?? agenda.now }

  private func entry(_ entry: AgendaEntry, _ leg: TravelLeg?) -> PersonalCalendar.Entry {
    var found = PersonalCalendar.Entry(
      uid: uid(entry.key), modified: modified(entry.key), title: entry.title,
      start: entry.startTime)
    found.sequence = entry.sequence
    found.end = entry.endTime
    found.location = entry.venue
    found.coordinate = entry.place?.coordinate
    found.text = text(of: entry)
    found.link = entry.link
    found.picture = entry.details.picture
    found.status =
      entry.isCancelled ? .cancelled : entry.isTentative ? .tentative : .confirmed
    found.isTransparent = !entry.isBusy
    found.alarm = Self.alarm(entry.details)
    if let leg, let option = leg.proposed {
      found.travel = PersonalCalendar.Travel(
        duration: option.duration, routing: Self.routing(option.mode), name: leg.from.name,
        from: leg.from.coordinate)
    }
    return found
  }

  private static func alarm(_ details: EntryDetails) -> PersonalCalendar.Alarm? {
    details.alarm.map { PersonalCalendar.Alarm(lead: $0, tone: details.tone) }
  }

  private func text(of entry: AgendaEntry) -> String? {
    let notes = entry.details.notes
    let causes = agenda.causes[entry.key] ?? []
    if causes.isEmpty, entry.weather == nil { return notes }
    var paragraphs = [notes, entry.weather.map { "Weather: \($0)" }].compactMap(\.self)
    for cause in causes {
      let others = cause.events.filter { $0 != entry.key }
      paragraphs.append(
        others.isEmpty ? cause.text : "\(cause.text): \(others.joined(separator: ", "))")
    }
    return paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
  }

  private func block(_ leg: TravelLeg, before entry: AgendaEntry) -> PersonalCalendar.Entry? {
    guard let option = leg.proposed, option.duration > 0 else { return nil }
    return block(
      uid: uid("way-\(entry.key)"), modified: modified(entry.key), to: leg.to.name, option,
      from: leg.departure, to: leg.arrival)
  }

  private func returnBlock(_ leg: TravelLeg) -> PersonalCalendar.Entry? {
    guard leg.entry == nil, let option = leg.proposed, let start = leg.earliest,
      let entry = agenda.entries.last(where: { $0.end == start && $0.place == leg.from })
    else { return nil }
    return block(
      uid: uid("way-from-\(entry.key)"), modified: modified(entry.key), to: leg.to.name, option,
      from: start, to: leg.arrival)
  }

  private func block(
    uid: String, modified: Instant, to place: String, _ option: TravelOption, from start: Instant,
    to end: Instant
  ) -> PersonalCalendar.Entry {
    var block = PersonalCalendar.Entry(
      uid: uid, modified: modified, title: "To \(place): \(Self.words(option))",
      start: .zoned(ZonedTime(start, in: agenda.zone)))
    block.end = .zoned(ZonedTime(end, in: agenda.zone))
    return block
  }

  /// `walking, 12 min`
  static func words(_ option: TravelOption) -> String {
    "\(option.product ?? option.mode.rawValue), \((option.duration + 59) / 60) min"
  }

  private static func routing(_ mode: TravelMode) -> String {
    switch mode {
    case .walking: "WALKING"
    case .cycling: "BICYCLE"
    case .transit: "TRANSIT"
    case .driving, .ride: "CAR"
    }
  }
}
