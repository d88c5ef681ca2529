// The same consumer in C++: the headers need no wrapper, and the library's memory is owned by smart pointers.
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include <ttattr/check.h>

namespace {

struct Free {
  void operator()(tta_check *check) const { tta_check_free(check); }
};

class Source {
 public:
  Source(const std::string &name, const std::string &text) {
    tta_source_init(&source_, tta_str{name.data(), name.size()}, tta_str{text.data(), text.size()}, nullptr);
  }
  ~Source() { tta_source_free(&source_); }
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  tta_source *get() { return &source_; }

 private:
  tta_source source_;
};

std::string view(tta_str s) { return s.size ? std::string(s.data, s.size) : std::string(); }

void list_diagnostics(Source &source, const tta_check *check) {
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    const tta_position at = tta_source_position(source.get(), d->span.begin);
    std::cout << at.line << ":" << at.column << ": " << view(d->message)
              << " [" << tta_rule_get(d->rule)->name << "]\n";
  }
}

std::string canonical(std::string text, const tta_check *check) {
  const tta_results *results = tta_check_results(check);
  for (size_t i = tta_results_num_edits(results); i-- > 0;) {
    const tta_edit edit = tta_results_edit(results, i);
    text.replace(edit.span.begin, edit.span.end - edit.span.begin, view(edit.text));
  }
  return text;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string name = argv[1], text{std::istreambuf_iterator<char>(file), {}};
  Source source(name, text);
  tta_check *raw = nullptr;
  if (tta_check_text(source.get(), nullptr, &raw) != TTA_OK) return 2;
  const std::unique_ptr<tta_check, Free> check(raw);
  if (tta_results_num_errors(tta_check_results(check.get()))) {
    list_diagnostics(source, check.get());
    return 1;
  }
  std::cout << canonical(text, check.get());
  return 0;
}
