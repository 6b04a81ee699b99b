import AlmanacModel

/// The members of an item that JSON Feed 1.1 names (Items); of a name that comes twice the last counts.
///
/// One pass over the members costs less than to ask a dictionary for each.
struct JSONFeedItem {
  private(set) var id: JSONValue?
  private(set) var url: JSONValue?
  private(set) var externalURL: JSONValue?
  private(set) var title: JSONValue?
  private(set) var contentHTML: JSONValue?
  private(set) var contentText: JSONValue?
  private(set) var summary: JSONValue?
  private(set) var image: JSONValue?
  private(set) var bannerImage: JSONValue?
  private(set) var published: JSONValue?
  private(set) var modified: JSONValue?
  private(set) var author: JSONValue?
  private(set) var authors: JSONValue?
  private(set) var tags: JSONValue?
  private(set) var language: JSONValue?
  private(set) var attachments: JSONValue?

  init(_ members: [JSONMember]) {
    for member in members {
      switch member.name {
      case "id": id = member.value
      case "url": url = member.value
      case "external_url": externalURL = member.value
      case "title": title = member.value
      case "content_html": contentHTML = member.value
      case "content_text": contentText = member.value
      case "summary": summary = member.value
      case "image": image = member.value
      case "banner_image": bannerImage = member.value
      case "date_published": published = member.value
      case "date_modified": modified = member.value
      case "author": author = member.value
      case "authors": authors = member.value
      case "tags": tags = member.value
      case "language": language = member.value
      case "attachments": attachments = member.value
      default: break
      }
    }
  }
}
