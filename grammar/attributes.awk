# attributes.awk: the names of src/ir/attributes.def as re2c rules, so that they are known without a look-up: `known`
# for attr.re, `plain` for plain.re.
/^ATTRIBUTE\(/ {
  line = $0
  sub(/^ATTRIBUTE\(/, "", line)
  split(line, field, /, */)
  n = split(field[3], dialects, / *\| */)
  mnemonic = field[4]; gsub(/"/, "", mnemonic)
  sigil = substr(field[2], 2, 1)
  for (i = 1; i <= n; i++) {
    spelling = sigil tolower(dialects[i]) "." mnemonic
    name = "TTA_ATTRIBUTE_NAME(TTA_ATTR_" field[1] ", TTA_" dialects[i] ")"
    known = known sprintf("    \"%s\" { return known(p, cursor, %s, %s, node); }\n", spelling, field[2], name)
    plain = plain sprintf("    \"%s<\" { return attribute(p, at, cursor, %s, id); }\n", spelling, name)
  }
}
END { printf "/*!rules:re2c:known\n%s*/\n/*!rules:re2c:plain\n%s*/\n", known, plain }
