// RUN: tt-opt --verify-diagnostics %s
// expected-warning @below {{unknown rule 'tile-shpe'; did you mean 'tile-shape'?}}
"t.op"() : () -> () // tt-opt: allow(tile-shpe)
// expected-warning @below {{unknown suppression 'alow', expected 'allow' or 'allow-file'; did you mean 'allow'?}}
"t.op"() : () -> () // tt-opt: alow(tile-shape)
// expected-warning @below {{suppression is ignored: expected ',' or ')' after 'tile-shape', found the end of the comment}}
"t.op"() : () -> () // tt-opt: allow(tile-shape
// not one: tt-opt --verify-only, and `tt-opt: allow(tile-shape)`
"t.op"() : () -> ()
