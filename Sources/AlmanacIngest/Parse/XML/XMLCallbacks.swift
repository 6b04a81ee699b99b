import CLibXML2

/// The table of functions through which libxml2 speaks; each finds its scanner in the context.
enum XMLCallbacks {
  /// libxml2 wants this once, before the first parser of any thread.
  static let prepared: Void = xmlInitParser()

  static var sax: xmlSAXHandler {
    var sax = xmlSAXHandler()
    sax.initialized = almanac_xml_sax2_magic
    sax.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
      XMLCallbacks.scanner(context)?.started(
        XMLNames.Key(local: local, prefix: prefix, namespace: namespace),
        attributes: UnsafeBufferPointer(start: attributes, count: Int(count) * 5))
    }
    sax.endElementNs = { context, _, _, _ in XMLCallbacks.scanner(context)?.ended() }
    sax.characters = { context, bytes, count in
      XMLCallbacks.scanner(context)?.read(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    sax.ignorableWhitespace = sax.characters
    sax.cdataBlock = sax.characters
    sax.serror = { context, error in
      guard let error else { return }
      XMLCallbacks.scanner(context)?.failed(error.pointee)
    }
    return sax
  }

  private static func scanner(_ context: UnsafeMutableRawPointer?) -> XMLScanner? {
    context.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
  }
}
