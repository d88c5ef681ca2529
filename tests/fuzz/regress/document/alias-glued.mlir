#l1_ = #tt.memory#l1_ = #tt.memory_sm#tt.grih<2x3
"tÿÿÿÿ.op"()  () -> ()
