# The words of the document target, from attributes.def, enums.def and fields.def:
#   awk -f ../../grammar/rows.awk -f make_dictionary.awk FILE.. > document.dict
function say(word) { gsub(/["\\]/, "\\\\&", word); if (!seen[word]++) printf "\"%s\"\n", word }
BEGIN {
  n = split("tensor< memref< vector< complex< tuple< affine_map< affine_set< dense< array<i64: strided<[ offset: " \
            "-> :: >= == floordiv ceildiv mod d0 s0 f32 bf16 i64 ui32 index none 2x3x 32x32 #a !a #loc @x " \
            ":tensor<2x2xi64> {-# #-} // module attributes loc( map(2) ? [0,1] 0x10 " \
            "9223372036854775807 9223372036854775808 {{}} = , ( ) < > [ ] { } | -", words, " ")
  for (i = 1; i <= n; i++) say(words[i])
  print "\"// -----\\x0a\""; print "\"\\x0a#a = \""; say(" = "); say("tt.device @d = <"); say("tt.system_desc = ")
}
/^ATTRIBUTE\(/ {
  for (i = 1; i <= num_dialects; i++) say(substr(sigil, 2, 1) tolower(dialects[i]) "." mnemonic "<")
}
{
  for (line = $0; match(line, /FIELD\([A-Za-z0-9_]+\)/); line = substr(line, RSTART + RLENGTH))
    say(substr(line, RSTART + 6, RLENGTH - 7) " = ")
}
/^KEYWORDS\(/ { inside = 1; sub(/^[^"]*"[^"]*"/, "") }
inside {
  for (line = $0; match(line, /(K|DATED)\("[^"]*"/); line = substr(line, RSTART + RLENGTH)) {
    word = substr(line, RSTART, RLENGTH - 1)
    say(substr(word, index(word, "\"") + 1))
  }
}
inside && /\)\)$/ { inside = 0 }
