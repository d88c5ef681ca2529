// A program of node that uses the installed package.
import assert from "node:assert/strict";
import { load } from "ttattr";

const ttattr = await load();
assert.equal(ttattr.format("#a = #tt.grid< 8x8>"), "#a = #tt.grid<8x8>");
assert.equal(ttattr.check("#a = #tt.grid<8x>").length, 1);
