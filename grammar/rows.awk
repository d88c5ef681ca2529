# rows.awk: the head of a row of src/ir/attributes.def, for the scripts that follow it (awk -f rows.awk -f ..):
# id, sigil ('#' with its quotes), dialects[1 .. num_dialects], mnemonic, and spelling(i), `#d.m` of the dialect i. In a
# line that matches BARE\( the row has a form without a body.
function spelling(i) { return substr(sigil, 2, 1) tolower(dialects[i]) "." mnemonic }
/^ATTRIBUTE\(/ {
  line = $0
  sub(/^ATTRIBUTE\(/, "", line)
  split(line, field, /, */)
  id = field[1]; sigil = field[2]; mnemonic = field[4]; gsub(/"/, "", mnemonic)
  num_dialects = split(field[3], dialects, / *\| */)
}
