/* lexis.re: the lexical definitions that scan.re, attr.re and plain.re share. Source: MLIR's Lexer.cpp and the built-in
 * types of AttrTypeParser (LLVM 19). */
/*!re2c
  digit   = [0-9];
  letter  = [a-zA-Z];
  bare    = (letter | "_") (letter | digit | [_$.])*;
  suffix  = digit+ | (letter | [$._-]) (letter | digit | [$._-])*;
  blank   = [ \t\r\n];
  comment = "//" [^\n\x00]*;
  gap     = (blank | comment "\n")*;
  escape  = "\\" (["\\nt] | [0-9a-fA-F]{2});
  string  = ["] ([^"\\\n\x00\x0b\x0c] | escape)* ["];

  common  = "f32" | "bf16" | "f16" | "f64" | "index";
  scalar  = [su]? "i" digit+ | common | "f80" | "f128" | "tf32" | "none"
          | "f8E5M2" | "f8E4M3" | "f8E4M3FN" | "f8E5M2FNUZ" | "f8E4M3FNUZ" | "f8E4M3B11FNUZ" | "f8E3M4"
          | "f4E2M1FN" | "f6E2M3FN" | "f6E3M2FN" | "f8E8M0FNU";
  short   = [su]? "i" [1-9] digit{0,6} | common; /* a scalar that is an element type whatever its width */
*/
