/* report_html.c: the HTML of a report: its style, texts and tables. */
#include "draw/report_html.h"

#include <stdarg.h>
#include <string.h>

#include "base/format.h"
#include "base/xml.h"
#include "draw/scene.h"

static const char *const styles[] = {
    ":root{color-scheme:light dark}",
    "body{margin:0;font:14px/1.45 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;background:#fff;color:#1b2430}",
    "main{max-width:1400px;margin:0 auto;padding:20px}",
    "h1{font-size:22px;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:17px;margin:32px 0 8px;padding-top:8px;"
    "border-top:1px solid #c9ced5}h3{font-size:14px;margin:18px 0 6px}",
    "p{margin:4px 0 8px;max-width:110ch}.quiet{color:#5c6773}.warn{color:#8a5200}.bad{color:#a3261b;font-weight:600}"
    ".good{color:#22692a;font-weight:600}",
    ".warn{margin:2px 0}nav{margin:12px 0}nav a{display:inline-block;margin:0 14px 4px 0}a{color:#1f5fa8}",
    "code{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}",
    ".scroll{overflow-x:auto;margin:6px 0 12px}table{border-collapse:collapse;font-variant-numeric:tabular-nums}",
    "th,td{text-align:left;vertical-align:top;padding:3px 14px 3px 0;border-bottom:1px solid #e1e5ea}",
    "th{color:#5c6773;font-weight:600;vertical-align:bottom}th.n,td.n{text-align:right}td.n{white-space:nowrap}",
    "td{min-width:2em;white-space:nowrap}"
    "td.long{white-space:normal;min-width:22ch}td.end{white-space:normal;min-width:13ch}"
    "td.rest{color:#5c6773}",
    "ul{margin:4px 0 10px;padding-left:22px}li{margin:2px 0;max-width:110ch}",
    ".bar{display:inline-block;width:80px;height:9px;margin-left:8px;background:#e6eaef;vertical-align:middle}",
    ".bar i{display:block;height:100%;background:#3f7fbf}.bar,.bar i{print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}",
    "figure{margin:8px 0 12px;overflow-x:auto}figure svg{max-width:100%;height:auto;min-width:560px}",
    "@media (prefers-color-scheme:dark){body{background:#14191f;color:#e6ebf1}h2{border-color:#3d4753}.quiet,th,"
    "td.rest{color:#9fabb8}.warn{color:#f0b35c}.bad{color:#ff8f80}.good{color:#86cf8c}a{color:#8fbdf0}"
    "th,td{border-color:#2a323c}.bar{background:#2a323c}.bar i{background:#6ea6dc}}",
    "@media print{@page{size:landscape;margin:12mm}body{font-size:9.5px}main{max-width:none;padding:0}nav{display:none}"
    "code{font-size:8.5px}td,td.n,td.long,td.end{white-space:normal;min-width:0}.scroll,figure{overflow:visible}"
    "figure svg{min-width:0;max-height:165mm}tr,figure,li{break-inside:avoid}"
    "h1,h2,h3{break-after:avoid}th,td{padding:2px 8px 2px 0}table{max-width:100%}}",
};

static void put_format(tta_buf *out, const char *format, va_list args) {
  tta_buf text = tta_buf_new(out->allocator);
  tta_buf_vprintf(&text, format, args);
  if (text.failed) out->failed = true;
  else tta_xml_text(out, tta_buf_view(&text));
  tta_buf_free(&text);
}

void tta_page_begin(tta_buf *out, tta_str title) {
  tta_buf_str(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   "'unsafe-inline'\">\n<title>Report on ");
  tta_xml_text(out, title);
  tta_buf_str(out, "</title>\n<style>\n");
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) tta_buf_printf(out, "%s\n", styles[i]);
  tta_buf_str(out, "</style>\n</head>\n<body>\n<main>\n<h1>");
  tta_xml_text(out, title);
  tta_buf_str(out, "</h1>\n");
}

void tta_page_end(tta_buf *out) { tta_buf_str(out, "</main>\n</body>\n</html>\n"); }

void tta_page_section(tta_buf *out, const char *id, const char *title) {
  tta_buf_printf(out, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

void tta_page_section_end(tta_buf *out) { tta_buf_str(out, "</section>\n"); }

void tta_page_subtitle(tta_buf *out, const char *format, ...) {
  va_list args;
  tta_buf_str(out, "<h3>");
  va_start(args, format);
  put_format(out, format, args);
  va_end(args);
  tta_buf_str(out, "</h3>\n");
}

void tta_page_paragraph(tta_buf *out, const char *css, const char *format, ...) {
  va_list args;
  if (*css) tta_buf_printf(out, "<p class=\"%s\">", css);
  else tta_buf_str(out, "<p>");
  va_start(args, format);
  put_format(out, format, args);
  va_end(args);
  tta_buf_str(out, "</p>\n");
}

/* ---- tables ---- */

void tta_page_table(tta_buf *out, const char *columns, const char *first) {
  tta_buf_str(out, "<div class=\"scroll\"><table>\n<thead><tr>");
  if (first) tta_buf_printf(out, "<th scope=\"col\">%s</th>", first);
  for (const char *at = columns; *at;) {
    bool number = *at == '>';
    at += number;
    const char *bar = strchr(at, '|');
    size_t size = bar ? (size_t)(bar - at) : strlen(at);
    tta_buf_str(out, number ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">");
    tta_xml_text(out, (tta_str){at, size});
    tta_buf_str(out, "</th>");
    at += size;
    at += *at == '|';
  }
  tta_buf_str(out, "</tr></thead>\n<tbody>\n");
}

void tta_page_table_end(tta_buf *out) { tta_buf_str(out, "</tbody>\n</table></div>\n"); }

bool tta_page_row(tta_buf *out, size_t index, size_t count) {
  if (index == TTA_PAGE_MAX_ROWS) {
    tta_buf_printf(out, "<tr><td class=\"rest\" colspan=\"99\">and %zu more; the JSON form has all of them</td></tr>\n",
                   count - index);
  }
  if (index >= TTA_PAGE_MAX_ROWS) return false;
  tta_buf_str(out, "<tr>");
  return true;
}

void tta_page_row_end(tta_buf *out) { tta_buf_str(out, "</tr>\n"); }

static void cell(tta_buf *out, const char *open, tta_str text, const char *close) {
  tta_buf_str(out, open);
  tta_xml_text(out, text);
  tta_buf_str(out, close);
}

void tta_page_text(tta_buf *out, tta_str text) { cell(out, "<td>", text, "</td>"); }

void tta_page_code(tta_buf *out, tta_str text) { cell(out, "<td><code>", text, "</code></td>"); }

void tta_page_long(tta_buf *out, tta_str text) { cell(out, "<td class=\"long\">", text, "</td>"); }

void tta_page_long_code(tta_buf *out, tta_str text) {
  cell(out, "<td class=\"long\"><code>", text, "</code></td>");
}

void tta_page_format(tta_buf *out, const char *format, ...) {
  va_list args;
  tta_buf_str(out, "<td>");
  va_start(args, format);
  put_format(out, format, args);
  va_end(args);
  tta_buf_str(out, "</td>");
}

void tta_page_number(tta_buf *out, int64_t value) {
  tta_buf_str(out, "<td class=\"n\">");
  if (value >= 0) tta_append_number(out, value);
  tta_buf_str(out, "</td>");
}

void tta_page_numbers(tta_buf *out, const int64_t *values, size_t count) {
  for (size_t i = 0; i < count; i++) tta_page_number(out, values[i]);
}

void tta_page_shape(tta_buf *out, tta_shape shape) {
  tta_buf_str(out, "<td>");
  if (shape.extent) tta_buf_shape(out, shape);
  tta_buf_str(out, "</td>");
}

void tta_page_share(tta_buf *out, int64_t part, int64_t whole) {
  tta_buf_str(out, "<td class=\"n\">");
  if (whole > 0 && part >= 0) {
    int64_t tenths = (int64_t)tta_part(part, whole, 1000), full = tenths > 1000 ? 1000 : tenths;
    tta_buf_printf(out, "%lld.%d %%", (long long)(tenths / 10), (int)(tenths % 10));
    tta_buf_printf(out, "<span class=\"bar\"><i style=\"width:%d.%d%%\"></i></span>", (int)(full / 10),
                   (int)(full % 10));
  }
  tta_buf_str(out, "</td>");
}
