# attributes.awk: the names of src/ir/attributes.def (by rows.awk) as re2c rules, so that they are known without a
# look-up: `known` for attr.re, `plain` for plain.re.
/^ATTRIBUTE\(/ {
  for (i = 1; i <= num_dialects; i++) {
    spelling = substr(sigil, 2, 1) tolower(dialects[i]) "." mnemonic
    name = "TTA_ATTRIBUTE_NAME(TTA_ATTR_" id ", TTA_" dialects[i] ")"
    known = known sprintf("    \"%s\" { return known(p, cursor, %s, %s, node); }\n", spelling, sigil, name)
    plain = plain sprintf("    \"%s<\" { return attribute(p, at, cursor, %s, id); }\n", spelling, name)
  }
}
END { printf "/*!rules:re2c:known\n%s*/\n/*!rules:re2c:plain\n%s*/\n", known, plain }
