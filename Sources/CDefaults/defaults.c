#include "CDefaults.h"

// #embed is of C23, and clang has it for all of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char categories[] = {
#embed "../../config/categories.yaml"
};

static const unsigned char model[] = {
#embed "../../config/categories.model"
};

static const unsigned char weather[] = {
#embed "../../config/weather.yaml"
};

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size) {
  switch (file) {
  case AlmanacDefaultCategories: *size = sizeof categories; return categories;
  case AlmanacDefaultModel: *size = sizeof model; return model;
  case AlmanacDefaultWeather: *size = sizeof weather; return weather;
  }
  *size = 0;
  return NULL;
}
