#pragma once

// Debian's libxml2 headers pull in ICU's, which clash with Foundation's own ICU ("'UErrorCode' has
// different definitions in different modules"), in some clean builds only: switch them off first.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// A macro that Swift does not import, as it is beyond the range of a signed integer.
static const unsigned int almanac_xml_sax2_magic = XML_SAX2_MAGIC;

// The library's own number, such as "20914", as it runs; a macro in some of its versions.
static inline const char *almanac_xml_version(void) { return xmlParserVersion; }
