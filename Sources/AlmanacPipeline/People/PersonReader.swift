import AlmanacModel
import AlmanacPlan
import AlmanacTime

/// Reads the private inputs of persons: one part a YAML file, one part a line of NDJSON.
struct PersonReader {
  /// Places of the gazetteers that have a point, by id.
  private let places: [String: PlanPlace]
  private let taxonomy: Taxonomy
  private let zone: Zone

  init(settings: Settings) {
    var places: [String: PlanPlace] = [:]
    for campus in settings.campuses {
      for place in campus.gazetteer.places {
        guard let coordinate = place.coordinate else { continue }
        let found = PlanPlace(name: place.name, coordinate: coordinate)
        places["\(campus.campus.id)/\(place.id)"] = found
        if places[place.id] == nil { places[place.id] = found }
      }
    }
    self.places = places
    taxonomy = settings.taxonomy
    zone = settings.campuses.first?.campus.zone ?? .utc
  }

  func blank(_ id: String) -> Person { Person(id: id, zone: zone) }

  /// Adds a part: lists grow, single values are replaced.
  ///
  /// - Returns: All mistakes of the part.
  func read(_ root: ConfigurationNode, into person: inout Person) -> [ConfigurationError] {
    var mistakes: [ConfigurationError] = []
    func attempt(_ part: @autoclosure () throws(ConfigurationError) -> Void) {
      do throws(ConfigurationError) {
        try part()
      } catch {
        mistakes.append(error)
      }
    }
    do throws(ConfigurationError) {
      mistakes = try ConfigurationSchema.mistakes(in: root, .person)
    } catch {
      return [error]
    }
    // The accessors of nodes are for checked parts.
    guard mistakes.isEmpty else { return mistakes }
    attempt(try readPerson(root, into: &person))
    attempt(try readTravel(root, into: &person))
    for node in root["events"]?.elements ?? [] { attempt(try addEvent(node, to: &person)) }
    for node in root["tasks"]?.elements ?? [] { attempt(try addTask(node, to: &person)) }
    return mistakes
  }

  private func readPerson(_ root: ConfigurationNode, into person: inout Person)
    throws(ConfigurationError)
  {
    root.read("name", \.text, into: &person.name)
    if let node = root["timezone"] {
      person.zone = ZoneDatabase.system.zone(named: try node.timezone()) ?? zone
    }
    if let node = root["interests"] { try readInterests(node, into: &person.interests) }
    person.attending += try references(root["attending"])
    person.declined += try references(root["declined"])
    person.friends.formUnion(root["friends"]?.texts ?? [])
    root.read("alarm", { .some($0.seconds) }, into: &person.alarm)
    root.read("recommendations", \.bool, into: &person.isRecommended)
    root.read("travelBlocks", \.bool, into: &person.hasTravelBlocks)
    for node in root["quiet"]?.elements ?? [] {
      person.quietHours.append(try quietHours(node))
    }
  }

  private func readInterests(_ node: ConfigurationNode, into interests: inout Interests)
    throws(ConfigurationError)
  {
    node.read("all", \.bool, into: &interests.isAll)
    for name in node["categories"]?.elements ?? [] {
      let text = name.text ?? ""
      guard let category = taxonomy.category(named: text) else {
        let known = taxonomy.categories.map(\.id).joined(separator: ", ")
        throw name.error("'\(text)' is no category; known are \(known)")
      }
      interests.categories.insert(category.id)
    }
    interests.tags.formUnion(node["tags"]?.texts ?? [])
    interests.words.formUnion(node["words"]?.texts ?? [])
  }

  private func readTravel(_ root: ConfigurationNode, into person: inout Person)
    throws(ConfigurationError)
  {
    if let node = root["home"] { person.home = try place(node, name: "Home") }
    for node in root["origins"]?.elements ?? [] {
      let place = try place(node.required("place"), name: nil)
      for day in try node.required("days").elements {
        guard let weekday = Weekday(name: day.text ?? "") else {
          throw day.error("expected a day of the week, such as monday or sunday")
        }
        person.origins[weekday] = place
      }
    }
    if let modes = root["means"] {
      person.travel.modes = [:]
      for (name, node) in modes.members {
        if let mode = TravelMode(rawValue: name) { person.travel.modes[mode] = settings(node) }
      }
    }
    if let node = root["prefer"] {
      person.travel.order = node.elements.compactMap { $0.word(TravelMode.self) }
    }
    root.read("eco", \.bool, into: &person.travel.isEco)
    root.read("buffer", \.seconds, into: &person.travel.buffer)
  }

  private func settings(_ node: ConfigurationNode) -> ModeSettings {
    var settings = ModeSettings()
    node.read("active", \.bool, into: &settings.isActive)
    settings.maxDistance = node["maxDistance"]?.number
    settings.speed = node["speed"]?.number
    settings.basePrice = node["price"]?.number
    settings.kilometerPrice = node["pricePerKilometer"]?.number
    settings.currency = node["currency"]?.text
    settings.emissions = node["emissions"]?.number
    return settings
  }

  private func references(_ node: ConfigurationNode?) throws(ConfigurationError)
    -> [EventReference]
  {
    var references: [EventReference] = []
    for element in node?.elements ?? [] {
      let text = element.text ?? ""
      guard let reference = EventReference(text) else {
        throw element.error("'\(text)' is neither an event's id nor ID@2026-03-05")
      }
      references.append(reference)
    }
    return references
  }

  private func place(_ node: ConfigurationNode, name: String?) throws(ConfigurationError)
    -> PlanPlace
  {
    guard node.isMapping else {
      let id = node.text ?? ""
      guard let place = places[id] else {
        throw node.error(
          "no place '\(id)' with a point is in the gazetteer; write latitude and longitude instead")
      }
      return place
    }
    guard let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw node.error("is no point on Earth") }
    return PlanPlace(
      name: node["name"]?.text ?? name ?? "\(coordinate.latitude), \(coordinate.longitude)",
      coordinate: coordinate)
  }

  private func quietHours(_ node: ConfigurationNode) throws(ConfigurationError) -> QuietHours {
    let times = (node.text ?? "").split(separator: "-").map {
      ConfigurationNode.minutes(ofTime: $0).map { $0 * 60 }
    }
    guard times.count == 2, let from = times[0], let to = times[1], from != to else {
      throw node.error("expected hours such as 22:00-07:00")
    }
    return QuietHours(from: from, to: to)
  }

  private func time(_ node: ConfigurationNode) throws(ConfigurationError) -> CalendarTime {
    let text = node.text ?? ""
    guard let time = CalendarTime(text) else {
      throw node.error("'\(text)' is no time such as 2026-03-05T09:00, and no day")
    }
    return time
  }

  private func day(_ node: ConfigurationNode) throws(ConfigurationError) -> CivilDate {
    let text = node.text ?? ""
    guard let date = CivilDate(iso8601: text) else {
      throw node.error("'\(text)' is no day such as 2026-03-05")
    }
    return date
  }

  private func addEvent(
    _ node: ConfigurationNode, to person: inout Person
  ) throws(ConfigurationError) {
    var event = OwnEvent(
      id: node["id"]?.text ?? "", title: node["title"]?.text ?? "", timing: try timing(node))
    if let place = node["place"] { event.place = try self.place(place, name: nil) }
    event.details = details(node)
    event.repetition = try repetition(node)
    guard !person.events.contains(where: { $0.id == event.id }) else {
      throw node.error("the event '\(event.id)' is there twice; give each an id of its own")
    }
    person.events.append(event)
  }

  private func timing(_ node: ConfigurationNode) throws(ConfigurationError) -> OwnEvent.Timing {
    let flexible = ["earliest", "latest", "duration"]
    guard let earliest = node["earliest"], let latest = node["latest"],
      let duration = node["duration"]?.seconds
    else {
      if let missing = flexible.first(where: { node[$0] == nil }),
        flexible.contains(where: { node[$0] != nil })
      {
        throw node.error("a flexible event needs '\(missing)', too")
      }
      let start = try time(node.required("start"))
      let end = try time(node.required("end"))
      guard start.isDay == end.isDay else {
        throw node.error("'start' and 'end' must both be days, or both be times")
      }
      return .fixed(TimeSpan(start: start, end: Self.exclusive(end, after: start)))
    }
    let first = try time(earliest)
    var times = FlexibleTime(
      earliest: first, latest: Self.exclusive(try time(latest), after: first), duration: duration)
    if let lower = node["start"] {
      let start = try time(lower)
      let end = try time(node.required("end"))
      times.bounds = TimeSpan(start: start, end: Self.exclusive(end, after: start))
    }
    if let planned = node["planned"] { times.planned = try time(planned) }
    return .flexible(times)
  }

  /// Converts an end: a day is the last one in the file, and exclusive in an event.
  private static func exclusive(_ end: CalendarTime, after start: CalendarTime) -> CalendarTime {
    guard case .day(let last) = end, start.date <= last else { return end }
    return .day(last.adding(days: 1))
  }

  private func repetition(_ node: ConfigurationNode) throws(ConfigurationError) -> Repetition? {
    guard let frequency = node["frequency"] else {
      for name in ["every", "until", "exceptions"] {
        if let value = node[name] {
          throw value.error("needs 'frequency': daily, weekly, monthly or yearly")
        }
      }
      return nil
    }
    var rule = "FREQ=\(frequency.text?.uppercased() ?? "")"
    if let every = node["every"]?.integer { rule += ";INTERVAL=\(every)" }
    if let until = node["until"] {
      rule += ";UNTIL=" + (try day(until)).description.filter { $0 != "-" }
    }
    var exceptions: [CivilDate] = []
    for exception in node["exceptions"]?.elements ?? [] { exceptions.append(try day(exception)) }
    do throws(RecurrenceRuleError) {
      return Repetition(rule: try RecurrenceRule(parsing: rule), exceptions: exceptions)
    } catch {
      throw frequency.error("\(error)")
    }
  }

  private func addTask(
    _ node: ConfigurationNode, to person: inout Person
  ) throws(ConfigurationError) {
    var task = PlanTask(
      id: node["id"]?.text ?? "", title: node["title"]?.text ?? "",
      due: try time(node.required("due")))
    node.read("done", \.bool, into: &task.isDone)
    task.details = details(node)
    guard !person.tasks.contains(where: { $0.id == task.id }) else {
      throw node.error("the task '\(task.id)' is there twice; give each an id of its own")
    }
    person.tasks.append(task)
  }

  private func details(_ node: ConfigurationNode) -> EntryDetails {
    var details = EntryDetails()
    details.notes = node["notes"]?.text
    details.alarm = node["alarm"]?.seconds
    details.tone = node["tone"]?.text
    details.picture = node["picture"]?.text
    return details
  }
}
