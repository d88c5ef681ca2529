# islands.awk: the names of src/ir/attributes.def (by rows.awk) as the scanner's rules: `#d.m<` begins an island, and
# `#d.m` where the row has a form without a body.
function add(list, text) { return list (list == "" ? "    " : "    | ") "\"" text "\"\n" }
/^ATTRIBUTE\(/ { for (i = 1; i <= num_dialects; i++) with_body = add(with_body, spelling(i) "<") }
/BARE\(/ { for (i = 1; i <= num_dialects; i++) bare = add(bare, spelling(i)) }
END {
  print "/*!rules:re2c:islands"
  printf "%s    { return found(s, TTA_SCAN_ISLAND, token, cursor, token); }\n", with_body
  printf "%s    { return bare(s, token, cursor, next); }\n*/\n", bare
}
