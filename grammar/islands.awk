# islands.awk: the names of src/ir/attributes.def as the scanner's rules: `#d.m<` begins an island.
BEGIN { print "/*!rules:re2c:islands"; printf "  " }
/^ATTRIBUTE\(/ {
  line = $0
  sub(/^ATTRIBUTE\(/, "", line)
  split(line, field, /, */)
  n = split(field[3], dialects, / *\| */)
  mnemonic = field[4]; gsub(/"/, "", mnemonic)
  for (i = 1; i <= n; i++)
    printf "%s\"%s%s.%s<\"\n", seen++ ? "    | " : "    ", substr(field[2], 2, 1), tolower(dialects[i]), mnemonic
}
END { print "    { return found(s, TTA_SCAN_ISLAND, token, cursor, token); }"; print "*/" }
