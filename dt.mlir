#foo.bar = 2
!a.b = i32
  #tt.x = 3
"t.op"() {a = #tt.arch grayskull>, b = !tt.tile, c = #tt.arch, d= #tt.arch_foo, e = #foo.bar, f = #tt.arg_alloc<, 4096, l1>, g = #tt.arch<grayskull}> : () -> ()
%1 = foo #foo.bar = 3