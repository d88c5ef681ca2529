# attributes.awk: the names of src/ir/attributes.def (by rows.awk) as re2c rules, so that they are known without a
# look-up: `known` for attr.re, `plain` for plain.re.
function name(i) { return "TTA_ATTRIBUTE_NAME(TTA_ATTR_" id ", TTA_" dialects[i] ")" }
/^ATTRIBUTE\(/ {
  for (i = 1; i <= num_dialects; i++) {
    known = known sprintf("    \"%s\" { return known(p, cursor, %s, %s, node); }\n", spelling(i), sigil, name(i))
    plain = plain sprintf("    \"%s<\" { return attribute(p, at, cursor, %s, id); }\n", spelling(i), name(i))
  }
}
/BARE\(/ {
  for (i = 1; i <= num_dialects; i++)
    plain = plain sprintf("    \"%s\" { return bare(p, at, cursor, %s, id); }\n", spelling(i), name(i))
}
END { printf "/*!rules:re2c:known\n%s*/\n/*!rules:re2c:plain\n%s*/\n", known, plain }
