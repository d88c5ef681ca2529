# attributes.awk: the names of src/ir/attributes.def as re2c rules, so that the lexer knows them without a look-up.
BEGIN { print "/*!rules:re2c:known"; quote = "'" }
/^ATTRIBUTE\(/ {
  line = $0
  sub(/^ATTRIBUTE\(/, "", line)
  split(line, field, /, */)
  n = split(field[3], dialects, / *\| */)
  mnemonic = field[4]; gsub(/"/, "", mnemonic)
  sigil = substr(field[2], 2, 1)
  for (i = 1; i <= n; i++)
    printf "    \"%s%s.%s\" { return known(p, cursor, %s, TTA_ATTRIBUTE_NAME(TTA_ATTR_%s, TTA_%s), node); }\n",
           sigil, tolower(dialects[i]), mnemonic, field[2], field[1], dialects[i]
}
END { print "*/" }
