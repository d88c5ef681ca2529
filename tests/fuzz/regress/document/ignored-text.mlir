"t.op"() {a = #ttcore<cpu_role host,>} : () -> ()
