import AlmanacModel

/// Words of titles that distinguish events, or that don't.
enum TitleWords {
  /// Kinds of words that distinguish siblings, such as levels and parts: two titles that differ in a
  /// kind are two events.
  enum Kind: UInt8, Sendable {
    case level, gender, age, language, daytime, ordinal, letter, place, season
    /// Another event around one: its deadline, rehearsal or reception. "Registration" is often a note.
    case companion
    case sport
  }

  /// What an announcement says that publishers put before or after a title, by its `PhraseHash`; nil
  /// for what is none and part of the title.
  static func announcement(_ hash: UInt64) -> EventStatus?? {
    let number = announcementNumbers.number(of: hash)
    return number < 0 ? nil : .some(announcements[Int(number)].status)
  }

  private static let announcementNumbers = HashIndex(
    announcements.map { PhraseHash.of($0.text) })
  private static let announcements: [(text: String, status: EventStatus?)] =
    EmbeddedTable.statusMarkers.rows(separator: "=").map {
      (String($0.key), EventStatus(rawValue: String($0.value)))
    } + [("cxld", .cancelled), ("cxl", .cancelled)] + neutralAnnouncements.map { ($0, nil) }

  private static let neutralAnnouncements = [
    "rescheduled", "updated", "update", "sold out", "new date", "new time", "new venue",
    "new location", "date change", "time change", "venue change", "placeholder", "tentative",
    "low ticket alert", "few tickets left", "limited tickets", "registration required",
    "registration open", "registration closed", "register now", "rsvp required", "rsvp", "free",
    "free event", "free admission", "free entry", "in person", "hybrid", "hybrid event", "online",
    "online event", "virtual", "virtual event", "via zoom", "zoom", "waitlist", "wait list",
    "waitlist only", "full", "fully booked", "save the date", "reminder", "new", "featured",
    "moved online", "last chance", "final call", "extended", "open to all", "open to public",
    "ausverkauft", "neuer termin", "eintritt frei", "complet", "entrée libre", "gratuit", "agotado",
    "entradas agotadas", "entrada libre", "gratis", "esaurito", "uitverkocht",
    "esgotado", "slutsålt", "utsålt", "udsolgt", "utsolgt",
  ]

  /// Announcements without punctuation before a title or behind it: `POSTPONED Gala`.
  static let bareAnnouncements = hashes(
    """
    cancelled canceled cxld postponed rescheduled abgesagt verschoben annule cancelado aplazado
    ausverkauft
    """)

  /// Words of an announcement of when a venue opens: "doors 7 pm", "Einlass 19 Uhr".
  static let doorWords = hashes("doors einlass portes puertas zaal inslapp deuren")
  static let doorCompanions = hashes("door open opens opening ouverture apertura ab um uhr uur h")

  /// Words with next to no weight in any title.
  static let stopWords = hashes(
    """
    the a an of and or in on at for to with w by from und der die das de la le les du el los y et s
    is our your its am pm feat ft featuring vs v versus nd st th rd amp quot nbsp mit u zu zum zur
    im auf von vom des dem den ein eine fur bei avec au aux dans pour sur une en para por del al las
    una un con par l il lo di da della do dos em com uma van het een met voor door op over bij naar
    uit och pa av till med ett det og af til fra prof professor dr dra mr mrs ms mme ao aos na nas
    no nos om os
    """)

  /// Words of a kind of event, which many unrelated titles share.
  static let commonWords = hashes(
    """
    talk talks seminar lecture workshop class event free online annual series session program
    programme meeting concert exhibition film social tour members club group night day week open
    live virtual presents show festival conference webinar training course house book music art
    special guest author research student public new discussion panel vortrag lesung konzert
    ausstellung vernissage kurs abend kino gesprach buch musik kunst exposition visite guidee
    rencontre spectacle soiree debat cine livre charla conferencia concierto exposicion visita
    guiada taller lectura espectaculo presentacion curso libro musica arte liest spricht spielt
    stellt vor prasentiert presente presenta apresenta lezing voorstelling tentoonstelling optreden
    foredrag forelasning forelaser berattar konsert utstallning forestallning palestra exposicao
    concerto apresentacao oficina mostra presentazione roman romanen novela
    """)

  /// Words of an occupied room or person, without the event's subject.
  static let occupancyWords = hashes(
    """
    busy reserved booked occupied unavailable blocked hold private appointment office hours out
    belegt gebucht besetzt reserviert occupe ocupado reservado bezet
    """)

  /// Words that announce a closed venue, whatever else the title has.
  static let closingWords = hashes(
    """
    closed closure closures geschlossen ferme fermee fermeture cerrado cerrada chiuso chiusa
    gesloten
    """)

  /// Words of what takes place several times a day: tours, and programs for one audience.
  static let sessionWords = hashes(
    """
    tour tours session sessions class classes lesson lessons screening screenings storytime
    storytimes story club clubs baby babies toddler toddlers preschool preschoolers kids tween
    tweens teen teens visita visite fuhrung fuehrung rundgang planetarium recorrido rondleiding
    visning
    """)

  /// Ends of compound words for a tour.
  static let sessionEndings = ["fuhrung", "rundgang", "leiding", "wandeling", "visning"]

  /// Words that name an activity or its participants. A title of these and of words of a kind of event is
  /// a program that many organizations have, such as "Aqua Fitness" or "Citizenship Prep".
  static let programWords = hashes(
    """
    adult adults aerobics ages aqua atelier audition auditions babies baby barre basics bebes
    beginner beginners bilderbuchkino bilingual bingo blood board books bounce breakfast cafe
    caregiver caregivers ceramics chair chess chi children choir chor chorus citizenship classes
    coding coffee community computer conte contes conversation cooking craft crafts crochet cuentos
    dance dancing dinner drawing drive drop english ensemble esl exercise families family farmers
    fitness game games gaming gardening gentle hangout help homework hour hours info information
    intro introduction jam karaoke kids knit knitting krabbelgruppe language lap lego lesekreis
    lunch lunchtime makers market meditation meet meetup mic mindfulness monthly morning movie
    movies networking orientation painting parent parents party pickleball pilates play playgroup
    playtime poetry pottery practice prep preparation preschool puzzle quilting quiz read reading
    rehearsal resume rhyme rhymes run senior seniors sewing sharing silent sing singalong singing
    spanish spielenachmittag spieletreff sprachcafe sprechstunde stories story storytime stretch
    studio study support swim swimming tai taller tax team tech technology teen teens time toddler
    toddlers treff trivia tutoring tween tweens volunteer volunteers vorlesestunde walk walking
    weekly writers writing yoga youth zumba
    """)

  /// Words that end the name of a festival.
  static let festivalWords = hashes(
    """
    festival fest fair days weekend week carnival expo jamboree homecoming symposium conference
    celebration tage woche wochenende kirmes fete journees semaine fiesta feria jornadas semana
    """)

  /// Words that open a part of a title as a colon does: "Parade at the Harbor Festival".
  static let openingWords = hashes("at during beim zum wahrend pendant durante")

  /// Words between two teams; the names behind them are opponents.
  static let versusWords = hashes("vs v versus gegen contre")

  static func kind(_ word: UInt64) -> Kind? {
    let number = kindNumbers.number(of: word)
    return number < 0 ? nil : Kind(rawValue: UInt8(truncatingIfNeeded: number))
  }

  /// Of a word of two kinds, such as "a", the kind that comes last.
  private static let kindNumbers: HashIndex = {
    var all = HashIndex()
    for (kind, words) in wordsOfKinds.reversed() {
      for word in words.split(whereSeparator: \.isWhitespace) {
        _ = all.number(of: StableHash.bytes(word.utf8), else: Int32(kind.rawValue))
      }
    }
    return all
  }()

  private static let wordsOfKinds: KeyValuePairs<Kind, String> = [
    .level: """
    beginner beginners beginning intermediate advanced novice elementary improver improvers basic
    introductory undergraduate undergraduates graduate graduates postgraduate junior senior
    varsity jv anfanger einsteiger fortgeschrittene debutants avances principiantes iniciacion
    nyborjare fortsattningskurs begyndere iniciantes avancado principianti beginners gevorderden
    intermedio avanzado
    """,
    .gender: """
    men mens women womens boys girls ladies gents damen herren frauen manner femmes hommes mujeres
    hombres
    """,
    .age: """
    baby babies toddler toddlers preschool preschoolers kids children tween tweens teen teens
    youth adult adults seniors family families kinder jugendliche erwachsene senioren familien
    enfants ados adultes ninos jovenes adultos
    """,
    .language: """
    english spanish french german italian portuguese mandarin cantonese chinese malay tamil hindi
    japanese korean arabic russian vietnamese asl deutsch englisch franzosisch spanisch
    italienisch polnisch anglais allemand francais espagnol italien ingles aleman frances espanol
    italiano castellano catalan bsl dgs lsf gebardensprache deutscher englische englischer
    franzosischer engels engelstalig duits duitstalig frans franstalig nederlands nederlandstalig
    spaans engelska engelsk svenska svensk dansk norsk tyska tysk finska language leichte leichter
    sprache langue idioma lengua taal sprak
    """,
    .daytime: "matinee morning afternoon evening midnight",
    .ordinal: """
    i ii iii iv v vi vii viii ix x one two three four five six first second third fourth fifth
    """,
    .letter: "a b c d e f g h",
    .place: """
    north south east west upper lower nord sud ost norte sur este oeste noord zuid oost norra
    sodra ostra vastra
    """,
    .season: """
    spring summer fall winter fruhling sommer herbst printemps automne hiver primavera verano
    otono invierno
    """,
    .companion: """
    deadline deadlines due rehearsal rehearsals audition auditions tryout tryouts training
    trainings orientation reception receptions plazo ensayo anmeldeschluss bewerbungsschluss
    empfang afterparty vorverkauf generalprobe probe einfuhrung repetition
    """,
    .sport: """
    baseball softball basketball football soccer hockey lacrosse tennis volleyball golf swimming
    wrestling rugby gymnastics rowing cricket badminton netball fussball handball
    """,
  ]

  /// Words beside which a single digit is a date or an hour.
  static let dateWords = hashes(
    """
    am pm noon jan feb mar apr may jun jul aug sep oct nov dec january february march april june
    july august september october november december h er
    """)

  private static func hashes(_ words: String) -> HashIndex {
    HashIndex(words.split(whereSeparator: \.isWhitespace).map { StableHash.bytes($0.utf8) })
  }
}
