/// The local names of feed elements that the mappers read, in lower case, because publishers write
/// `pubdate` too.
enum FeedName: String, Sendable {
  case abstract, author, body, categories, category, channel, content, coordinates, copyright
  case cost, creator, date, description, docs, cloud, comments, email, enclosure, encoded, end,
    entry
  case generator, group, guid, host, icon, id, identifier, image, issued, item, items, keywords
  case language, lat, link, lng, location, logo, lon, long, modified, name, organizer, point, pos
  case published, rating, rdf, rights, source, start, status, subject, subtitle, summary, tagline
  case thumbnail, title, ttl, type, uid, updated, url, when, `where`
  case allDayEvent = "cdo-alldayevent"
  case categoryCalendar = "categorycalendar"
  case customField = "customfield"
  case dtEnd = "dtend"
  case dtStart = "dtstart"
  case endDate = "enddate"
  case endHour = "endhour"
  case eventDates = "eventdates"
  case eventStatus = "eventstatus"
  case eventTimes = "eventtimes"
  case fullItem = "fullitem"
  case lastBuildDate = "lastbuilddate"
  case localEnd = "localend"
  case localStart = "localstart"
  case managingEditor = "managingeditor"
  case originalLink = "origlink"
  case pubDate = "pubdate"
  case skipDays = "skipdays"
  case skipHours = "skiphours"
  case startDate = "startdate"
  case startHour = "starthour"
  case textInput = "textinput"
  case webMaster = "webmaster"
  /// No mapper reads the element.
  case other = ""
}
