/// Names of columns and members in other languages: those of Outlook, which exports them in the
/// user's language, of manual spreadsheets and of APIs.
enum TranslatedNames {
  /// The English name by the other one, both in lower case without spaces and punctuation.
  static let english: [String: String] = lines.reduce(into: [:]) { names, line in
    let words = line.split(separator: " ").map(String.init)
    for word in words.dropFirst() { names[word] = words[0] }
  }

  /// An English name and its translations in German, French, Spanish, Italian, Portuguese, Dutch,
  /// Polish, Czech, Swedish, Danish, Japanese and Chinese; shared words are listed once.
  private static let lines = """
    title titel titre intitulé bezeichnung título titolo tytuł název タイトル 标题 標題
    subject betreff objet asunto oggetto assunto onderwerp 件名 主题 主題
    event veranstaltung événement évènement evento evenement
    date datum fecha data dato 日付 日期
    time uhrzeit zeit heure hora ora tijd godzina čas tid 時間 时间
    startdate beginntam startdatum anfangsdatum datededébut datedébut fechadeinicio fechainicio \
    fechadecomienzo datadiinizio datainizio datadeinício datainício begindatum 開始日 开始日期
    starttime beginntum startzeit heurededébut heuredébut horadeinicio horainicio oradiinizio \
    orainizio horadeinício horainício begintijd starttijd starttid 開始時刻 开始时间
    start beginn anfang début inicio comienzo inizio início
    from von de desde da van
    enddate endetam enddatum datedefin datefin fechadefin fechafin fechadefinalización datadifine \
    datafine datadetérmino einddatum 終了日 结束日期
    endtime endetum endzeit heuredefin heurefin horadefin horafin oradifine orafine \
    horadetérmino eindtijd 終了時刻 结束时间
    end ende fin fine término einde slut
    to bis à hasta tot
    location ort veranstaltungsort lieu emplacement lugar ubicación luogo local locatie plaats \
    miejsce místo plats sted 場所 地点 地點
    room raum salle sala zaal
    address adresse dirección indirizzo endereço adres
    description beschreibung descripción descrizione descrição omschrijving beschrijving opis \
    popis beskrivning beskrivelse 説明 描述
    category kategorie catégorie categoría categoria categorie kategoria
    categories kategorien catégories categorías
    organizer veranstalter organisateur organizador organizzatore organisator organizator
    price preis eintritt kosten prix tarif precio prezzo preço prijs
    audience zielgruppe
    link lien enlace internetadresse webseite
    contact kontakt ansprechpartner
    image bild afbeelding
    language sprache langue idioma lingua
    alldayevent ganztägigesereignis ganztägig journéeentière todoeldía heledag giornataintera
    """.split(separator: "\n")
}
