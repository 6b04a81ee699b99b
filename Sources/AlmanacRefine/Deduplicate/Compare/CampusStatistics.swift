/// What is learned over all candidates of a campus before any two are compared: a snapshot, the
/// same for any order of them.
struct CampusStatistics: Sendable {
  let titles: TitleStatistics
  let venues: VenueLexicon
  let habits: SourceHabits

  init(_ candidates: [Candidate]) {
    titles = TitleStatistics(candidates)
    venues = VenueLexicon(candidates)
    habits = SourceHabits(candidates, statistics: titles, venues: venues)
  }
}
