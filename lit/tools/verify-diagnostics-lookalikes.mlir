// RUN: not tt-opt --verify-diagnostics --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Lines similar to an expectation: what each of them lacks, or how MLIR parses it.
// CHECK: :[[#@LINE+1]]:4: warning: comment looks like an expected diagnostic and is none: unknown kind 'an_Unknown9_kind_that_is_longer_than_for'; use error, warning, remark or note [expectation-malformed]
// expected-an_Unknown9_kind_that_is_longer_than_forty_letters {{a}}
// expected-eror
// expected-{{a}}
// CHECK: :[[#@LINE+1]]:4: warning: comment looks like an expected diagnostic and is none: unknown kind 'eror'; use error, warning, remark or note [expectation-malformed]
// expected-eror@+1 {{a}}
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@1'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@1	{{a}}
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@1'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@1
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@  {{a}}
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@a place that is longer than forty lette'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@a place that is longer than forty letters so that it is cut {{a}}
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@+'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@+
// CHECK: :[[#@LINE+1]]:18: warning: comment looks like an expected diagnostic and is none: unknown place '@-x'; use @+1, @-1, @above or @below [expectation-malformed]
// expected-error@-x {{a}}
// expected-error
// expected-error @+1
// expected-error @+1  
// CHECK: :[[#@LINE+1]]:19: warning: comment looks like an expected diagnostic and is none: expected '{{..}}' here [expectation-malformed]
// expected-error a}}
// expected-error: a}}
// CHECK: :[[#@LINE+1]]:19: warning: comment looks like an expected diagnostic and is none: expected '{{..}}' here [expectation-malformed]
//	expected-error a}}
// CHECK: :[[#@LINE+1]]:21: warning: comment looks like an expected diagnostic and is none: expected '{{..}}' here [expectation-malformed]
///  expected-error a}}
// so expected-error a}}
// CHECK: :[[#@LINE+1]]:25: warning: comment looks like an expected diagnostic and is none: expected '{{..}}' here [expectation-malformed]
// so expected-error@+1 a}}
// CHECK: :[[#@LINE+1]]:22: warning: comment looks like an expected diagnostic and is none: expected '{{..}}' here [expectation-malformed]
// so expected-error {a}
// CHECK: :[[#@LINE+2]]:1: warning: two expected diagnostics on a line: only the last is one [expectation-malformed]
// CHECK: :[[#@LINE+1]]:26: error: expected note "b" was not produced [expectation-unmet]
// expected-error@+1 a}} expected-note {{b}}
// CHECK: :[[#@LINE+1]]:8: error: expected note "b" was not produced [expectation-unmet]
// a}} expected-note@+1 {{b}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b{{..}} and {{..}}c" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:20: warning: several '{{..}}..{{..}}' are one text, which goes on to the last '{{..}}' [expectation-malformed]
// expected-note {{b}} and {{c}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "b{{..}} and c" was not produced [expectation-unmet]
// expected-note {{b}} and c}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b.*" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:23: warning: this text is matched as it stands: a regular expression needs its own braces, {{..}}like {{..}}.*{{..}} this{{..}} [expectation-malformed]
// expected-note-re {{b.*}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b.+" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:23: warning: this text is matched as it stands: a regular expression needs its own braces, {{..}}like {{..}}.*{{..}} this{{..}} [expectation-malformed]
// expected-note-re {{b.+}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "b" was not produced [expectation-unmet]
// expected-note-re {{b}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "b{{..}}.*{{..}}" was not produced [expectation-unmet]
// expected-note-re {{b{{.*}}}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:17: warning: MLIR reads a number with a leading 0 as octal [expectation-malformed]
// expected-note@+010 {{b}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:17: warning: MLIR reads a number with a leading 0 as octal [expectation-malformed]
// expected-note@+08 {{b}}
// CHECK: :[[#@LINE+2]]:4: error: expected note "b" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:17: warning: MLIR reads a number with a leading 0 as octal [expectation-malformed]
// expected-note@-01 {{b}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "b" was not produced [expectation-unmet]
// expected-note@+99999999999999999999 {{b}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "b" was not produced [expectation-unmet]
// expected-note@-9 {{b}}
// CHECK: :[[#@LINE+2]]:4: error: expected error "a{{..}} expected{{.}}note {{..}}b" was not produced [expectation-unmet]
// CHECK: :[[#@LINE+1]]:25: warning: two expected diagnostics on a line are one: its text goes on to the last '{{..}}' [expectation-malformed]
// expected-error {{a}} expected-note {{b}}
// CHECK: :[[#@LINE+1]]:4: warning: comment looks like an expected diagnostic and is none: '{{..}}' is missing after the text [expectation-malformed]
// expected-note {{a
// CHECK: :[[#@LINE+1]]:4: warning: comment looks like an expected diagnostic and is none: '{{..}}' is missing after the text [expectation-malformed]
// expected-note {{a} }
// CHECK: :[[#@LINE+1]]:24: warning: comment looks like an expected diagnostic and is none: text follows '{{..}}', which must end the line [expectation-malformed]
// expected-note {{a}} b	
expected-error {{a}} no comment
// CHECK: :[[#@LINE+1]]:1: error: expected note "a{{..}} // {{..}}b" was not produced [expectation-unmet]
expected-note {{a}} // {{b}}
// CHECK: :[[#@LINE+1]]:13: warning: comment looks like an expected diagnostic and is none: unknown kind 'eror'; use error, warning, remark or note [expectation-malformed]
// expected-expected-eror {{a}}
// CHECK: :[[#@LINE+1]]:18: error: expected note "a" was not produced [expectation-unmet]
// expected-nots expected-note {{a}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "{{..}}:alpha:{{..}}" was not produced [expectation-unmet]
// expected-note-re {{[[:alpha:}}}}
// CHECK: :[[#@LINE+1]]:25: error: invalid regex: parentheses not balanced [expectation-unmet]
// expected-note-re {{{{(}}}}
// CHECK: :[[#@LINE+1]]:4: error: found start of regex with no end '{{..}}' [expectation-unmet]
// expected-note-re {{a{{b}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "" was not produced [expectation-unmet]
// expected-note-re {{}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "" was not produced [expectation-unmet]
// expected-note {{}}
// CHECK: :[[#@LINE+1]]:4: error: expected note "a{{..}}b{{..}}{{..}}c{{..}}d" was not produced [expectation-unmet]
// expected-note-re {{a{{b}}{{c}}d}}
