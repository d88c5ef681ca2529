#o = #other.x<[tensor< 2xf32>], {a = "tensor< 2xf32>"}>
"x"() {a = #o}
