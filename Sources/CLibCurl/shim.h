#ifndef ALMANAC_CLIBCURL_SHIM_H
#define ALMANAC_CLIBCURL_SHIM_H

#include <curl/curl.h>

#endif
