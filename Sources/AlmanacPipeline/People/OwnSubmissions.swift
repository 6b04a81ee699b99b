import AlmanacIngest
import AlmanacModel
import AlmanacTime

/// `submissions.json`: the states of the events that a person submitted.
struct OwnSubmissions: Answer {
  static let schema = "almanac.ownSubmissions/1"
  static let file = "submissions.json"

  enum State: String, Encodable {
    /// It waits for approval.
    case pending
    /// It is published, and the staff has approved it.
    case approved
    /// It is published without approval.
    case published
    /// Friends see it.
    case shared
    /// By reports, until the staff decides.
    case hidden
    case rejected
  }

  struct Line: Encodable, Sendable {
    var source, id, type, title, start: String
    var state: State
    /// Of an edit of an event that is published: whether it waits, or was rejected.
    var edit: State?
    /// The staff's words for a rejection.
    var reason: String?
    /// The reasons of the reports that hide it, sorted. How many people gave them is not listed.
    var reports: [String]?

    /// - Parameter listing: What is published, else what waits or was rejected.
    init(_ event: SubmittedEvent, _ listing: Listing, source: String) {
      self.source = source
      (id, type) = (event.id, event.kind.rawValue)
      (title, start) = (listing.title, listing.start.publicText)
      state =
        switch event.state {
        case .visible where event.kind == .friends: .shared
        case .visible: event.isApproved ? .approved : .published
        case .pending: .pending
        case .hidden: .hidden
        case .rejected, .deleted: .rejected
        }
      if event.current != nil {
        edit = event.pending != nil ? .pending : event.rejected.map { _ in State.rejected }
      }
      if state == .rejected || edit == .rejected { reason = event.rejectionReason }
      if state == .hidden { reports = event.reasons.keys.sorted() }
    }
  }

  /// By source and id.
  var submissions: [Line] = []
}
