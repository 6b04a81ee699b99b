import AlmanacIngest
import AlmanacModel
import AlmanacTime

/// The NDJSON shapes of `inspect` (public contract).
enum EntryLines {
  static func write(
    _ document: Document, entries: Int, file: String, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("record", "document")
    json.member("file", file)
    json.member("format", document.format?.rawValue)
    json.member("version", document.version)
    json.member("documentType", document.documentType)
    json.member("id", document.id)
    json.member("title", document.title)
    json.member("subtitle", document.subtitle)
    json.member("link", document.link)
    json.member("published", document.published?.publicText)
    json.member("updated", document.updated?.publicText)
    json.member("encoding", document.encoding)
    json.member("language", document.language)
    json.member("entries", entries)
    write(document.problems, to: &json)
    json.endObject()
    json.endLine()
  }

  static func write(_ entry: Entry, file: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("record", "entry")
    json.member("file", file)
    json.member("id", entry.id)
    json.member("title", entry.title)
    json.member("link", entry.link)
    json.member("published", entry.published?.publicText)
    json.member("updated", entry.updated?.publicText)
    json.member("summary", entry.summary)
    json.member("content", entry.content)
    json.member("html", entry.html)
    json.member("categories", entry.categories)
    json.member("tags", entry.tags)
    json.member("author", entry.author)
    json.member("authorEmail", entry.authorEmail)
    writeTimes(of: entry, to: &json)
    json.member("venue", entry.venue)
    json.member("address", entry.address)
    json.member("latitude", entry.coordinate?.latitude)
    json.member("longitude", entry.coordinate?.longitude)
    json.member("status", entry.status?.rawValue)
    json.member("visibility", entry.visibility?.rawValue)
    json.member("transparency", entry.transparency?.rawValue)
    json.member("price", entry.price)
    json.member("organizer", entry.organizer)
    json.member("contact", entry.contact)
    json.member("image", entry.image)
    json.member("onlineURL", entry.onlineURL)
    json.member("externalURL", entry.externalURL)
    if !entry.attachments.isEmpty {
      json.objects("attachments", entry.attachments) { attachment, json in
        json.member("url", attachment.url)
        json.member("type", attachment.type)
      }
    }
    if !entry.problems.isEmpty { write(entry.problems, to: &json) }
    json.endObject()
    json.endLine()
  }

  private static func writeTimes(of entry: Entry, to json: inout JSONWriter) {
    json.member("start", entry.start?.publicText)
    json.member("end", entry.end?.publicText)
    if let start = entry.start {
      json.member("allDay", start.isDay)
      json.member("timezone", start.zoneName)
    }
    json.member("rrule", entry.recurrence.rules.first?.description)
    json.member("recurrenceID", entry.recurrence.recurrenceID?.publicText)
  }

  private static func write(_ problems: [Finding], to json: inout JSONWriter) {
    json.objects("problems", problems) { problem, json in
      json.member("code", problem.code.rawValue)
      json.member("message", problem.message)
      json.member("line", problem.line)
    }
  }
}

extension CalendarTime {
  /// Name of the given zone; nil for days, floating times and mere offsets.
  var zoneName: String? {
    guard case .zoned(let time) = self else { return nil }
    return time.zone
  }
}
