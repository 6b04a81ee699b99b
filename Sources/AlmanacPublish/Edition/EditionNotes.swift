import AlmanacModel
import AlmanacTime

/// What is gathered of all events before the artifacts are put together.
struct EditionNotes {
  private(set) var calendars: CalendarSet
  private(set) var days: DayFeatures
  private(set) var site: SiteWriter
  private(set) var coming: ComingFeeds
  private(set) var facets: FacetRows
  private(set) var sources = StatingSources()
  private(set) var events = 0
  /// Of the events, in their order.
  private(set) var ids = TextList()
  private var plan = EditionOrder.Builder()

  init(_ index: EditionIndex) {
    calendars = CalendarSet(index)
    days = DayFeatures(window: index.contents.window)
    site = SiteWriter(index)
    coming = ComingFeeds(index)
    facets = FacetRows(index.contents)
  }

  /// - Parameter position: Where the supply has it.
  mutating func note(
    _ event: PublishedEvent, _ revision: EventRevision, suppliedAt position: Int
  ) {
    events += 1
    ids.add(event.id)
    let stating = sources.note(event.event)
    calendars.note(event, statedBy: stating)
    plan.add(event)
    days.note(event, statedBy: stating)
    site.note(event, suppliedAt: position)
    coming.note(event, revision)
    facets.note(event)
  }

  /// How events and occurrences are numbered.
  func order() -> EditionOrder { plan.order() }
}
