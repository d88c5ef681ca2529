# islands.awk: the names of src/ir/attributes.def (by rows.awk) as the scanner's rules: `#d.m<` begins an island.
BEGIN { print "/*!rules:re2c:islands"; printf "  " }
/^ATTRIBUTE\(/ {
  for (i = 1; i <= num_dialects; i++)
    printf "%s\"%s%s.%s<\"\n", seen++ ? "    | " : "    ", substr(sigil, 2, 1), tolower(dialects[i]), mnemonic
}
END { print "    { return found(s, TTA_SCAN_ISLAND, token, cursor, token); }"; print "*/" }
