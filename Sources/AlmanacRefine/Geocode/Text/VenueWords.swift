import AlmanacModel

/// The roles of general words in venue texts of any campus.
struct WordTraits: OptionSet, Hashable, Sendable {
  let rawValue: UInt32
  /// Left out on both sides: articles and the like.
  static let dropped = WordTraits(rawValue: 1)
  /// A kind of room, building or spot. Many places have it, so that it distinguishes few.
  static let general = WordTraits(rawValue: 2)
  /// Ends the name of a street.
  static let street = WordTraits(rawValue: 4)
  /// Precedes a landmark near the venue: "opposite", "near".
  static let landmark = WordTraits(rawValue: 8)
  /// Names businesses and institutions of their own.
  static let foreign = WordTraits(rawValue: 16)
  /// Begins another part of the text, like a comma.
  static let breaks = WordTraits(rawValue: 32)
  /// The gazetteer uses the word.
  static let local = WordTraits(rawValue: 64)
  /// Short for another word.
  static let abbreviation = WordTraits(rawValue: 128)
  /// Makes a kind of place of the word before it: a "Massey Hall" is no "Massey College".
  static let kind = WordTraits(rawValue: 256)
  /// A kind of room.
  static let room = WordTraits(rawValue: 512)
  /// Names rooms of the gazetteer, and none of its places.
  static let ofRooms = WordTraits(rawValue: 1_024)
  /// Names rooms in which people gather, unlike offices.
  static let gathering = WordTraits(rawValue: 2_048)
  /// Precedes the letter of one of several buildings: "Block B".
  static let building = WordTraits(rawValue: 4_096)
  /// Ends the name of a street or that of a building or square.
  static let addressOnly = WordTraits(rawValue: 8_192)
  /// Precedes the number of a floor.
  static let floor = WordTraits(rawValue: 16_384)
  /// The type of what is named: a hall, a library, a park, a room.
  static let type = WordTraits(rawValue: 32_768)
  /// The purpose of a building; it follows the name of the person that the building is named after.
  static let subject = WordTraits(rawValue: 65_536)
}

/// General words of the field, folded; what is peculiar to a campus is in its gazetteer.
enum VenueWords {
  static let dropped = list("the of and for a an und der die das des fur am")
  static let breaks = list("at in by im or bei")
  static let landmark = list(
    """
    near nearby beside behind across opposite opp adjacent next facing off outside between formerly
    neben gegenuber nahe zwischen entre ehemals from to not longer was previously former instead
    including incl freundeskreis forderverein amis amigos
    face enfrente derriere detras
    """)

  /// Before "of" they are such words, too: "in front of", "north of", "friends of".
  static let sides = hashes(
    "front back rear north south east west left right friends members alumni department dept")

  /// Before "at": outside of what follows, as the "bus stop at Linden Hall" is.
  static let stops = hashes("stop stops lot lots parking garage")
  /// Some words before "at": what follows is where to ask for the way.
  static let inquiries = hashes("ask inquire enquire directions details tickets")

  /// Before what is not or no longer the venue.
  static let denials = hashes("not longer was formerly previously former ehemals")
  /// An event that names two of them is at several places.
  static let days = hashes(
    """
    mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday mondays
    tuesdays wednesdays thursdays fridays saturdays sundays day
    """)

  /// The parts of an event's program. An event that names places of two is at both.
  static let programs = hashes(
    """
    registration check lecture lectures talk talks keynote session sessions workshop workshops
    ceremony service concert reception dinner lunch breakfast exhibition film start finish begin end
    up morning afternoon evening
    """)

  /// Behind a year: what takes place.
  static let events = hashes(
    "conference congress convention festival meeting seminar summit symposium workshop")

  /// Before "from": what follows is where people meet.
  static let departures = hashes("departs departing departure starts starting start leaves leaving")

  /// Before a name: another building than the one that has the name now.
  static let old = hashes("old alte altes alter antiguo antigua ancien ancienne vecchio vecchia")

  /// Between two places if either may be meant, or if they are a route.
  static let alternatives = hashes("or and to oder und o u y ou et al au")

  /// Types of institutions that may have several buildings.
  static let institutions = Set(
    list("university college school faculty department church hospital polytechnic institute"))

  /// Before what an institution is of: "University of Kent", "Universidad de Vigo".
  static let ofWords = hashes("of at de di du do zu van")

  static let general = list(
    """
    room rooms seminar lecture theatre theatrette tutorial classroom laboratory office meeting
    conference function common studio workshop auditorium foyer lobby atrium lounge gallery
    corridor entrance courtyard lawn steps rooftop roof garden field canteen cafe cafeteria kitchen basement ground
    main upper lower front back rear floor level storey wing block building annexe annex hall
    house college centre library park tower school faculty institute department complex campus
    university national residence residences plaza terrace square court museum pavilion arena
    stadium gym gymnasium club stage deck concourse podium unit no number room map venue location
    place hybrid person onsite site live event events only link ground saal hoersaal gebaeude
    stock etage eingang bibliothek gebaude geschoss untergeschoss erdgeschoss eg ug og trakt
    tba am pm registration free public private area zone gate bay east west north south rd
    undefined null details session speaker student bus stop
    """)

  static let kind = list(
    """
    hall house college centre library park tower school faculty institute complex
    museum arena stadium church hospital polytechnic university pavilion theatre gallery
    """)

  /// What people give names to. A name with another of these is another's: "Alder Park" is no Alder
  /// Hall. Left out are the parts of a building, such as its lobby.
  static let type = list(
    """
    building hall house centre library tower school college institute union commons coliseum chapel
    quadrangle gymnasium laboratory auditorium theatre amphitheatre stadium arena field garden
    gallery museum pavilion church hospital pool rink court observatory greenhouse
    warehouse annexe complex studio room cafe park lot parking garage deck plaza club inn residence
    dormitory apartment farm barn shop clinic natatorium arboretum cinema bookstore store temple
    synagogue mosque academy course hotel lodge cottage mill square university polytechnic woods bus
    stop station
    """)

  static let subject = list(
    """
    academic academics administration administrative admissions aerospace agriculture agricultural
    alumni american animal anthropology applied aquatic archaeology architecture art arts astronomy
    athletic athletics automotive ballroom band baseball basketball behavioral biochemistry
    bioengineering biological biology biomedical books book botanical botany business cancer career
    cell central chemical chemistry child childcare childrens civil classics clinical cognitive
    communication communications community computer computing continuing counseling crop cultural
    culture dairy dance data dental dentistry design development dining disability documentary drama earth ecology
    economics education educational electrical electronic energy engineering english
    entrepreneurship environment environmental equine executive facilities facility family film fine
    fitness food football forestry genetics genome geography geological geology global golf graduate
    greek health hearing historical history honors human humanities ice indoor industrial informatics
    information innovation instructional interdisciplinary international intramural journalism
    kinesiology language languages law leadership learning legal life lifelong literature living
    locker management marine marketing materials mathematics mechanical media medical medicine
    memorial microbiology military modern molecular multicultural multidisciplinary multipurpose music
    musical natural naval neuroscience nuclear nursing ocean operations optometry outdoor performing
    performance pharmacy philosophy physical physics planning plant police policy political power
    practice press project psychology public publications radio rare reading recital recreation
    recreational regional rehearsal religious research resource resources rowing safety science
    security service services soccer social sociology softball space speech sport sports squash
    statistics steam storage studies support surgery sustainability swimming teaching technical
    technology television tennis textile textiles track training transit transportation
    undergraduate urban utilities utility varsity veterinary visitor visitors visual volleyball water
    wellness welcome women womens wood world wrestling writing youth
    """)

  /// Words of institutions with buildings, in brackets behind a building's name; hashes.
  static let owners = hashes("school college institute university faculty department")

  /// The end of an organization's name: "Hunt Library Advisory Board", "Friends of Lilly Library Society".
  static let organizations = hashes(
    "association associates society committee commission council board foundation alliance")

  /// Outside of a building: not the building, though named after it.
  static let grounds = Set(list("quadrangle parking garage lot deck field park bus"))
  /// Types that are no buildings.
  static let openAir = surroundings.union(list("stadium arena pool rink court"))
  /// What buildings stand in or at.
  static let surroundings = grounds.union(list("garden farm woods arboretum plaza square"))
  /// Types that people add to a building's name without one: "Alder Hall" for "Alder".
  static let buildingTypes = Set(list("building hall house centre"))

  static let room = list("room lounge lobby auditorium laboratory gallery foyer studio suite")

  static let gathering = list(
    """
    auditorium theatre theatrette lecture seminar classroom conference hoersaal saal aula audimax
    hall ballroom studio gallery
    """)

  static let building = list("house haus block building bau gebaeude tower turm wing trakt")

  static let street = list(
    """
    street road avenue drive crescent boulevard lane circle way highway close strasse weg allee
    platz quay expressway parkway
    """)

  /// Street types that name buildings and squares as well.
  static let addressOnly = list(
    "terrace place court square walk park link rise view vista parade row mews promenade")

  /// Words before landmarks and for streets that are long enough to be recognized with a slip.
  static let spelledOut = (landmark + street).filter { $0.utf8.count >= 6 }.map { Array($0.utf8) }

  /// In English, German, French, Spanish, Portuguese and Dutch.
  static let floor = list(
    """
    level floor storey etage stock stockwerk geschoss obergeschoss untergeschoss og ug niveau planta
    piso nivel andar verdieping
    """)
  /// Behind a number: "2nd".
  static let ordinalEnds = hashes("st nd rd th")

  static let foreign = list(
    """
    polytechnic pte ltd gmbh inc plc hotel hostel restaurant mall airport embassy cinema
    ministry resort bistro
    """)

  static let online = [
    "online", "zoom", "virtual", "virtually", "microsoft teams", "ms teams", "teams meeting",
    "google meet", "webex", "webinar", "webcast", "livestream", "live stream", "youtube",
    "facebook live", "skype", "discord", "remote",
  ]

  static let toBeAnnounced = [
    "tba", "tbc", "tbd", "to be announced", "to be confirmed", "to be advised", "to be decided",
    "to be determined", "multiple locations", "various locations", "various venues", "various",
    "details to follow", "see description",
  ]

  /// Short forms and variants to the words they mean.
  static let abbreviations: [String: String] = [
    "center": "centre", "ctr": "centre", "cent": "centre", "cntr": "centre", "theater": "theatre",
    "thtr": "theatre", "libr": "library", "sch": "school", "audi": "auditorium", "stu": "student",
    "bldg": "building", "bld": "building", "bldgs": "building", "buildings": "building",
    "inst": "institute", "coll": "college", "hse": "house", "lib": "library", "labs": "laboratory",
    "lab": "laboratory", "laboratories": "laboratory", "rm": "room", "rms": "room",
    "rooms": "room", "blk": "block", "st": "street", "str": "strasse", "ave": "avenue",
    "av": "avenue", "rd": "road", "cres": "crescent", "cresc": "crescent", "crsc": "crescent",
    "blvd": "boulevard", "dr": "drive", "cir": "circle", "ln": "lane", "terr": "terrace",
    "hwy": "highway", "aud": "auditorium", "sci": "science", "sciences": "science",
    "eng": "engineering", "engin": "engineering", "engg": "engineering",
    "dept": "department", "univ": "university", "uni": "university", "fac": "faculty",
    "admin": "administration", "conf": "conference", "sem": "seminar", "lvl": "level",
    "flr": "floor", "mtg": "meeting", "res": "residence", "resid": "residence", "hs": "hoersaal",
    "horsaal": "hoersaal", "horsale": "hoersaal", "hoersaele": "hoersaal", "lt": "lecture theatre",
    "lts": "lecture theatre", "sr": "seminar room", "srs": "seminar room", "tr": "tutorial room",
    "nr": "number", "num": "number", "stud": "student",
    "students": "student", "stdt": "student", "fieldhouse": "field house", "twr": "tower",
    "tech": "technology", "auditoria": "auditorium", "auditoriums": "auditorium",
    "quad": "quadrangle", "gym": "gymnasium", "rec": "recreation", "grad": "graduate",
    "intl": "international", "amphitheater": "amphitheatre", "apts": "apartment",
    "apartments": "apartment", "apt": "apartment", "residences": "residence", "hosp": "hospital",
    "annex": "annexe", "hospitals": "hospital", "museums": "museum", "theatres": "theatre",
    "theaters": "theatre", "libraries": "library", "galleries": "gallery", "halls": "hall",
    "centers": "centre", "centres": "centre", "studios": "studio", "classrooms": "classroom",
    "med": "medical", "fields": "field", "gardens": "garden", "courts": "court", "lawns": "lawn",
    // Numbered streets.
    "first": "1 st", "second": "2 nd", "third": "3 rd", "fourth": "4 th", "fifth": "5 th",
    "sixth": "6 th", "seventh": "7 th", "eighth": "8 th", "ninth": "9 th", "tenth": "10 th",
    // "St" may be a street or a saint, so that all three are one word.
    "saint": "street",
    // Types in other languages.
    "biblioteca": "library", "bibliotheque": "library", "edificio": "building",
    "batiment": "building", "facultad": "faculty", "faculte": "faculty", "facolta": "faculty",
    "faculdade": "faculty", "fakultat": "faculty", "escuela": "school", "ecole": "school",
    "escola": "school", "scuola": "school", "instituto": "institute", "institut": "institute",
    "istituto": "institute", "colegio": "college", "museo": "museum", "musee": "museum",
    "museu": "museum", "teatro": "theatre", "centro": "centre", "jardin": "garden",
    "jardim": "garden", "giardino": "garden", "estadio": "stadium",
    "residencia": "residence", "universidad": "university", "universidade": "university",
    "universite": "university", "universitat": "university", "universita": "university",
    "universiteit": "university", "departamento": "department", "departement": "department",
    "auditorio": "auditorium", "laboratorio": "laboratory", "laboratoire": "laboratory",
    "gebaude": "gebaeude", "raum": "room", "seminarraum": "seminar room",
    "seminarraume": "seminar room", "sala": "room", "salle": "room", "zimmer": "room",
  ]

  /// Short forms that are words in small letters and codes of buildings in capitals.
  static let smallAbbreviations: [UInt64: UInt64] = {
    let pairs = [("hl", "hall"), ("hll", "hall"), ("fl", "floor")]
    return Dictionary(
      uniqueKeysWithValues: pairs.map { (StableHash.bytes($0.utf8), StableHash.bytes($1.utf8)) })
  }()

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(list(words).map { StableHash.bytes($0.utf8) })
  }

  private static func list(_ words: String) -> [String] {
    words.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
