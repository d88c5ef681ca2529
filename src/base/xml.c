/* Text in XML and HTML. */
#include "base/xml.h"

#include "base/utf8.h"

static const char *reference(char c) {
  switch (c) {
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '&': return "&amp;";
  case '"': return "&quot;";
  case '\t': return "&#9;";
  case '\n': return "&#10;";
  case '\r': return "&#13;";
  default: return NULL;
  }
}

/* XML 1.0, production 2. Surrogates are not well-formed UTF-8. */
static bool is_allowed(const char *text, size_t bytes) {
  if (bytes == 1) return (unsigned char)*text >= 0x20 && (unsigned char)*text < 0x80;
  bool last_two = bytes == 3 && !memcmp(text, "\xef\xbf", 2) && (unsigned char)text[2] >= 0xbe; /* U+FFFE, U+FFFF */
  return !last_two;
}

void tta_xml_text(tta_buf *out, tta_str text) {
  for (size_t i = 0; i < text.size;) {
    const char *at = text.data + i, *escape = reference(*at);
    uint32_t units;
    size_t bytes = tta_utf8_step(at, text.size - i, &units);
    if (escape) tta_buf_str(out, escape);
    else if (is_allowed(at, bytes)) tta_buf_bytes(out, at, bytes);
    else tta_buf_str(out, "\xef\xbf\xbd");
    i += bytes;
  }
}
