import AlmanacTime

/// Names of months and weekdays: English ones in full or cut to three letters or more, those of
/// other European languages in full or as usually abbreviated.
enum DateWords {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Twelve lines in German, French, Spanish, Italian, Portuguese, Dutch, Polish, Romanian, Czech,
  /// Swedish, Danish, Norwegian, Finnish, Hungarian, Catalan, Indonesian, Turkish, Greek, Russian and
  /// Ukrainian; shared words are listed once. Words that mean different months in two languages,
  /// such as Croatian `listopad`, are left out.
  private static let otherMonths: [String: Int] = numbered(
    [
      "januar jänner jan janvier janv jänn enero ene gennaio genn gen janeiro januari stycznia styczeń sty "
        + "ianuarie ian ledna leden led tammikuuta január gener ocak oca ιανουαρίου ιανουάριος ιαν января янв січня січ",
      "februar feber febr feb février fevrier févr fevr fév febrero febbraio febbr fevereiro fev februari "
        + "lutego luty lut februarie února únor úno helmikuuta február febrer şubat şub φεβρουαρίου φεβρουάριος φεβ февраля фев лютого лют",
      "märz maerz mrz mär mars marzo marz março marco maart mrt marca marzec martie března březen bře maaliskuuta március márc març maret mart μαρτίου μάρτιος μαρ "
        + "marts марта мар березня бер",
      "april avril avr abril abr aprile apr kwietnia kwiecień kwi aprilie dubna duben dub huhtikuuta április ápr nisan nis απριλίου απρίλιος απρ апреля апр "
        + "квітня кві",
      "mai mayo maggio magg mag maio mei maja maj května květen kvě toukokuuta május máj maig mayıs μαΐου μάιος μαϊ μάι мая май травня тра",
      "juni juin junio jun giugno giu junho czerwca czerwiec cze iunie iun června červen čvn kesäkuuta június jún juny haziran haz ιουνίου ιούνιος ιουν июня июн "
        + "червня чер",
      "juli juillet juil julio jul luglio lugl lug julho lipca lipiec lip iulie iul července červenec čvc heinäkuuta július júl juliol temmuz tem ιουλίου ιούλιος ιουλ "
        + "июля июл липня лип",
      "august août aout aoû agosto ago aug augustus sierpnia sierpień sie srpna srpen srp elokuuta augusztus agost agustus ağustos ağu αυγούστου αύγουστος αυγ augusti авг августа "
        + "серпня серп",
      "september septembre sept sep septiembre setiembre settembre sett set setembro września wrzesień "
        + "wrz septembrie září zář syyskuuta szeptember szept setembre eylül eyl σεπτεμβρίου σεπτέμβριος σεπ сентября сен сент вересня вер",
      "oktober octobre oct octubre ottobre ott outubro out okt października październik paź "
        + "octombrie října říjen říj lokakuuta október ekim eki οκτωβρίου οκτώβριος οκτ октября окт жовтня жов",
      "november novembre nov noviembre novembro listopada listopad lis marraskuuta noiembrie kasım kas νοεμβρίου νοέμβριος νοε ноября ноя листопада лис",
      "dezember dez décembre decembre déc dec diciembre dic dicembre dezembro december grudnia "
        + "grudzień gru decembrie prosince prosinec pro joulukuuta desembre aralık ara δεκεμβρίου δεκέμβριος δεκ desember des декабря дек грудня гру",
    ].map { $0.split(separator: " ").map(String.init) })

  /// Seven lines in the same languages, from Monday on.
  private static let otherWeekdays: [String: Int] = numbered(
    [
      "montag mo lundi lun lunes lunedì lunedi segunda seg maandag ma poniedziałek pon luni pondělí "
        + "hétfő dilluns maanantai senin pazartesi pzt δευτέρα δευ måndag mån mandag man "
        + "понедельник пн понеділок",
      "dienstag di mardi mar martes martedì martedi terça terca ter dinsdag wtorek wt wto marți úterý "
        + "út kedd dimarts tiistai selasa salı sal τρίτη τρί τρι tisdag tis tirsdag tir вторник вт "
        + "вівторок",
      "mittwoch mi mercredi mer miércoles miercoles mié mie mercoledì mercoledi quarta qua woensdag "
        + "wo środa śr śro miercuri středa stř szerda dimecres keskiviikko rabu çarşamba çar "
        + "τετάρτη τετ onsdag ons среда ср середа",
      "donnerstag do jeudi jeu jueves jue giovedì giovedi gio quinta qui donderdag czwartek czw joi "
        + "čtvrtek čt csütörtök dijous torstai kamis perşembe per πέμπτη πέμ πεμ torsdag tors tor "
        + "четверг чт четвер",
      "freitag fr vendredi ven viernes vie venerdì venerdi sexta sex vrijdag vr piątek pt pią vineri "
        + "pátek pá péntek divendres perjantai jumat cuma cum παρασκευή παρ fredag fre пятница пт "
        + "п'ятниця",
      "samstag sonnabend sa samedi sam sábado sabado sáb sab sabato zaterdag za sobota sob sâmbătă "
        + "szombat dissabte lauantai sabtu cumartesi cmt σάββατο σάβ lördag lör lørdag lør суббота "
        + "сб субота",
      "sonntag so dimanche dim domingo dom domenica zondag zo niedziela ndz nie duminică neděle "
        + "vasárnap diumenge sunnuntai minggu pazar paz κυριακή κυρ söndag sön søndag søn "
        + "воскресенье вс неділя нд",
    ].map { $0.split(separator: " ").map(String.init) })

  private static func numbered(_ names: [[String]]) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, names) in names.enumerated() {
      for name in names { numbers[name] = index + 1 }
    }
    return numbers
  }

  /// The month of a name, 1 to 12. `sept` and `janu` are accepted, `marching` is not.
  ///
  /// - Parameter word: In lower case.
  static func month(_ word: String) -> Int? {
    index(of: word, in: months).map { $0 + 1 } ?? otherMonths[word]
  }

  /// Whether a word is the name of a weekday, or the second half of one in Portuguese.
  ///
  /// - Parameter word: In lower case.
  static func isWeekday(_ word: String) -> Bool { word == "feira" || weekday(word) != nil }

  /// - Parameter word: In lower case.
  static func weekday(_ word: String) -> Weekday? {
    if word == "weds" { return .wednesday }
    let number =
      index(of: word == "thurs" ? "thu" : word, in: weekdays).map { $0 + 1 } ?? otherWeekdays[word]
    return number.flatMap(Weekday.init)
  }

  /// The month, 1 to 12, of `DateCursor.threeLetters`.
  static func month(_ letters: UInt32) -> Int? {
    threeLetters.firstIndex(of: letters).map { $0 + 1 }
  }

  private static let threeLetters = months.map { name in
    name.utf8.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  private static func index(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }
}
