#a = affine_map<( d0 ) -> (d0)>
// -----
"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()
   // -----  
"good"() {a = affine_map<(d0) -> ( d0 )>} : () -> ()
// -----
"bad"() {a = affine_map<(d0) -> (d1)>} : () -> ()
