/**
 * Parses, verifies, prints and computes with Tenstorrent MLIR layout and device attributes.
 *
 * ```js
 * import { load } from "ttattr";
 * const ttattr = await load();
 * ttattr.check("#a = #tt.grid<8x>"); // [{ line: 1, column: 17, message: "...", ... }]
 * ```
 *
 * All functions are synchronous. Texts are strings (`check` and `format` accept UTF-8 bytes, too). Positions are lines
 * and columns from 1; columns count UTF-16
 * units, as JavaScript does. The JSON is that of the commands `tt-opt` and `tt-layout` (docs/cli.md), because it is
 * the same code. A function that has no result throws a {@link TtattrError}; an argument of another type than here is a
 * `TypeError`.
 */

/** Where the module comes from: its address, its bytes, a response of `fetch`, or a compiled module. */
export type ModuleSource =
  | string | URL | BufferSource | Response | WebAssembly.Module | Promise<Response | BufferSource>;

/**
 * Loads the module. Without an argument it is `ttattr.wasm` beside this file. Bundlers that do not support
 * `new URL("./ttattr.wasm", import.meta.url)`, such as esbuild, pass the bytes instead.
 */
export function load(source?: ModuleSource): Promise<Ttattr>;

/** The same without waiting, from bytes or a compiled module; for workers and small pages. */
export function loadSync(source: BufferSource | WebAssembly.Module): Ttattr;

/** A function has no result. */
export class TtattrError extends Error {
  /** What the commands print to standard error. */
  readonly messages: string;
  /** 1: errors in the input, or a value that a layout does not allow; 2: invalid options, or no memory. */
  readonly status: number;
}

/** Line and column, both from 1. A position beyond a line or the text is its end. */
export interface Position {
  line: number;
  column: number;
}

/** A range of text; the end is not part of it. */
export interface Range extends Position {
  end_line: number;
  end_column: number;
}

/** A replacement of a range. */
export interface Edit extends Range {
  text: string;
}

export interface Diagnostic extends Range {
  file: string;
  severity: "error" | "warning" | "remark";
  /** The name of the rule, such as `layout-rank`; docs/rules.md explains it. */
  rule: string;
  message: string;
  notes: (Range & { file: string; message: string })[];
  /** Fix-its: each is a list of edits that belong together. */
  fixes: { message: string; edits: Edit[] }[];
}

/** Options of the checks. Unknown options are errors. */
export interface CheckOptions {
  /** Grammar and rules of tt-mlir on a day, `YYYY-MM-DD`; `latest`; `auto` (default): any date. */
  era?: string | number;
  /** `ttnn` adds the rules of the TTNN target. */
  target?: "ttnn" | "none";
  /** Whether the text is split into independent sections at `// -----`, or at this marker. */
  split?: boolean | string;
  /** Whether the text is Markdown, with sections in fences of `mlir`. */
  markdown?: boolean;
  /** Report syntax errors only. */
  parseOnly?: boolean;
  /** `format` prints attributes in place of their aliases. */
  expandAliases?: boolean;
  /** The text of a `#tt.system_desc<...>` for modules that have none. */
  systemDesc?: string;
  /** Rules and groups by name, as in configuration files (docs/configuration.md). */
  rules?: Record<string, "off" | "on" | "remark" | "warning" | "error">;
}

/**
 * A text that a command reads: the contents of a file, which may be a single type, or an argument as on the command
 * line, for notations that are not MLIR.
 */
export type Source = string | { argument: string };

/** Options of all commands. Names are those of the command line in camel case: `deviceName` is `--device-name`. */
export interface CommandOptions {
  /** Further files, by name, for options that name a file. */
  files?: Record<string, string>;
  [option: string]: unknown;
}

export interface DeviceOptions extends CommandOptions {
  /** A device attribute, the name of one of `files`, or `none`. */
  device?: string;
  deviceName?: string;
}

export interface LayoutOptions extends DeviceOptions {
  /** A value or an alias: the result is one object. */
  name?: string;
  era?: string;
  arch?: "grayskull" | "wormhole_b0" | "blackhole";
  /** The position of an element. */
  index?: number[];
  /** The element at an offset of a shard, such as `1x0,345`. */
  at?: string;
  /** The used part of each shard. */
  padding?: boolean;
}

/** The figures of a layout: the keys of `tt-layout show --json` (docs/cli.md). What is not known is null. */
export interface Layout {
  /** Of the first use, `%arg0` or `#layout`; of a file only. */
  name?: string | null;
  line?: number;
  /** What the option `name` of a command accepts for this layout; of a file only. */
  select?: string;
  type: string;
  logical_shape: number[];
  element_type: string;
  linear: string;
  oob_val: string | null;
  grid_shape: number[];
  memory_space: string | null;
  physical_shape: number[];
  shard_shape: number[];
  tile_shape: number[] | null;
  tile_type: string | null;
  memref_shape: number[];
  padded_shard_shape: number[];
  padded_shape: number[];
  strides: number[] | null;
  logical_elements: number;
  allocated_elements: number;
  padding_elements: number | null;
  outside_elements: number | null;
  shard_bytes: number | null;
  alignment_bytes: number | null;
  bank_bytes: number | null;
  rows: {
    rows: number; row_bytes: number; alignment_bytes: number; start_bytes: number; aligned: boolean;
    aligned_row_bytes: number; padding_bytes: number;
  } | null;
  total_bytes: number | null;
  cores: number;
  collapse: string | null;
  /** The element of the options `index` or `at`. */
  at?: ElementPlace;
  /** Of the option `padding`: the used part of each shard that is not full. */
  padding?: {
    core: number[]; valid: number[]; padded: number[]; count: number; reached: number[];
    elements: number | null; padding_elements: number | null;
  }[];
  gaps?: { dim: number; first: number; size: number; every: number }[];
  /** With a device: how the layout is distributed over its chips. */
  device?: { name: string | null; line: number };
  mesh?: {
    dims: ("undivided" | "sharded" | "replicated")[]; grid: number[]; slice: number[]; mesh_shape: number[];
    opened: number[]; placed_on: number;
  } | null;
  chips?: {
    chip_index: number; chip: number; shards: number; grid_first: number[]; grid: number[]; slice_first: number[];
    slice: number[]; cores: number[][]; mesh_grid_first: number[] | null; mesh_grid: number[] | null;
  }[];
  slices_agree?: boolean | null;
  slices_reason?: string | null;
  virtual_map?: string | null;
}

/** Where an element lies. */
export interface ElementPlace {
  /** Null at an offset of padding. */
  logical: number[] | null;
  physical?: number[];
  core?: number[] | null;
  shard_offset?: number[] | null;
  /** Of the shard; of an interleaved layout, of the tensor. */
  tile?: number[] | null;
  tile_offset?: number[] | null;
  face?: number | null;
  byte_offset?: number | null;
}

/** {@link Layout} with the place of an element. */
export type LocatedLayout = Layout & { at: ElementPlace };

/** A device: the keys of `tt-layout device --json`. */
export interface Device {
  name: string | null;
  line: number;
  device: {
    workerGrid: { shape: number[]; mapping: string }; dramGrid: number[] | null; l1Map: string | null;
    dramMap: string | null; meshShape: number[] | null; chipIds: number[]; meshTopology: string[] | null;
  };
  pattern: string;
  arch: string;
  links: number[][];
  missing_links: number[][] | null;
  unused_chips: number[] | null;
  ttnn: {
    supported: boolean; reason: string | null; cores: { ranges: number[][][]; orientation: string } | null;
  };
  leaves_chip: number[] | null;
  cores: { logical: number[]; chip_index: number; chip: number; core: number[]; noc: number[] | null }[];
}

/** A layout in another notation: the keys of `tt-layout convert --json`. */
export interface Conversion {
  from: string;
  to: string;
  text: string;
  grid: number[] | null;
  shard_spec: string | null;
  memory_config: string | null;
  core_ranges: { ranges: number[][][]; orientation: string } | null;
  assumed_chip: number[] | null;
  ttnn: {
    shape: number[]; stride: number[]; physical_shape: number[]; shard_shape: number[]; tile_shape: number[] | null;
    physical_shard_shape: number[]; grid_shape: number[];
  } | null;
  warnings: string[];
}

/** A link of a NoC, the node that it leaves and its direction, `[x, y, "east"]`; in `links` with bytes and flits. */
export type Traffic = (number | string)[];

/** The transfers between two layouts: the keys of `tt-layout move --json` (docs/movement.md). */
export interface Movement {
  /** Null with the option `totals`. */
  transfers: {
    src_core: number[] | null; src_chip: number | null; src_bank: number | null; src_noc_address: number | null;
    dst_core: number[] | null; dst_chip: number | null; dst_bank: number | null; dst_noc_address: number | null;
    src_offset: number; dst_offset: number; bytes: number; count: number; src_stride: number; dst_stride: number;
    kind: "local" | "write" | "read"; hops: number | null;
  }[] | null;
  bytes_total: number;
  bytes_on_noc: number;
  hops: number | null;
  semaphores: {
    id: number; role: string; chip: number; core: number[]; initial: number; waits: number; posts: number;
    posted_by: string;
  }[];
  bytes_between_chips: number;
  runs: number;
  transactions: number;
  misaligned_runs: number;
  misaligned_bytes: number;
  longest_burst_bytes: number;
  no_op: boolean;
  local_cores: number;
  local: string;
  padding_bytes: number;
  oob_val: string;
  arch: string;
  noc: number;
  direction: "push" | "pull";
  fabric_hops: number;
  traffic: {
    chip: number; noc: number; links: Traffic[]; busiest: Traffic; injected: number[][]; absorbed: number[][];
    banks: { bank: number; read: number; written: number }[];
  }[];
  channels: unknown[];
  /** The least number of cycles; null where the architecture does not have the cores. */
  bound: {
    cycles: number; limit: string; chip: number | null;
    by_limit: {
      link: number; inject: number; absorb: number; dram: number; latency: number; ethernet: number; fabric: number;
    };
    sources: string; node?: number[]; link?: Traffic;
  } | null;
  /** Null without the option `simulate`. */
  simulation: {
    bytes_simulated: number; elements_arrived: number; padding_bytes: number; untouched_bytes: number;
  } | null;
  assumptions: string[];
  /** Of a change of the element type. */
  conversion?: { at: string; moved: string; stored: string; cores: number; bytes: number };
}

/** The memory plan of a program: the keys of `tt-layout memory --json` (docs/memory.md). */
export interface MemoryPlan {
  arch: string;
  banks: {
    type: string; arch?: string; system?: number | null; banks: number; base: number; size: number; allocated: number;
    peak: number; free: number; largest_free: number; peak_line: number; idle_bytes: number;
    chips: number;
    /** Of the option `at`. */
    blocks?: { address: number; size: number; allocated: boolean }[];
    placed?: { buffers: number; span: number; first_fit_span: number };
    /** Of the option `search`. */
    searches?: { search: string; span: number; unfit: number }[];
  }[];
  buffers: {
    name: string; line: number; type: string | null; memory_space: string; system?: number | null;
    bytes_per_bank: number | null; bank_bytes: number | null; wasted_bytes: number | null; address: number | null;
    first: number; last: number; shares: string | null; kind: string; placed: boolean; alignment: number | null;
    first_fit_address: number | null; idle_bytes: number; chips: number; resource: number | null;
  }[];
  regions: {
    memory_space: string; name: string; begin: number; end: number; meaning: string; system?: number | null;
  }[];
  messages: {
    severity: "error" | "warning" | "remark" | "note"; line: number; column: number; text: string; rule: string;
  }[];
  assumptions: string[];
  /** Null if nothing was planned. */
  fits: boolean | null;
  /** Of the option `search`. */
  search?: string;
  at?: number;
}

/** A field of an attribute: a number, a text, a list of fields, or an attribute; integers above 2^53 are texts. */
export type AttributeField =
  | string | number | boolean | null | AttributeField[] | AttributeValue | { name: string; shape: AttributeField };

export interface AttributeValue {
  kind: string;
  fields?: { [field: string]: AttributeField };
}

/** An attribute or type of a text: a line of `tt-opt --emit=json`. */
export interface Attribute {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  depth: number;
  kind: string;
  text: string;
  value: AttributeField;
}

export interface BuildOptions extends CommandOptions {
  shape: number[] | string;
  element: string;
  grid: number[] | string;
  /** Intervals of dims, `0:-1` or `[(0, -1)]`, or `none`. */
  collapse?: string;
  /** Alignment of the strides of collapsed dims. */
  align?: number;
  /** A map instead of intervals. */
  map?: string;
  memorySpace?: "l1" | "dram" | "mmio" | "system";
  oob?: "undef" | "zero" | "one" | "inf" | "neginf";
  /** `32x32:bfp_bf8` */
  tile?: string;
  memoryLayout?: string;
  era?: string;
  alignBytes?: number;
  /** The attribute without the tensor type. */
  attrOnly?: boolean;
}

export interface ConvertOptions extends DeviceOptions {
  /** The notation of the result: metal, ttnn, ttcore, tiled, strided, affine, ... (docs/cli.md). */
  to: string;
  from?: string;
  shape?: number[] | string;
  element?: string;
  grid?: number[] | string;
  name?: string;
  era?: string;
}

export interface MoveOptions extends DeviceOptions {
  fromName?: string;
  toName?: string;
  permute?: number[];
  arch?: string;
  noc?: 0 | 1;
  direction?: "push" | "pull";
  /** Totals without the transfers. */
  totals?: boolean;
  simulate?: boolean;
}

export interface MemoryOptions extends CommandOptions {
  systemDesc?: string;
  l1Base?: number | string;
  resources?: string;
  addresses?: "warn" | "error" | "ignore";
  allLive?: boolean;
  era?: string;
  /** A line: the banks after the operation on it. */
  at?: number;
}

export interface DrawOptions extends DeviceOptions {
  view?: "grid" | "plane" | "tile" | "mesh" | "memory" | "banks" | (string & {});
  name?: string;
  era?: string;
  /** SVG (default), an interactive page, or text of 80 columns. */
  format?: "svg" | "html" | "text";
}

/** What a command printed, and the files that it wrote. */
export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
  files: Record<string, string>;
}

/** A module. Its memory grows and never shrinks; `load(ttattr.module)` is a new one within milliseconds. */
export interface Ttattr {
  /** The compiled module, for `load` and for workers. */
  readonly module: WebAssembly.Module;
  /** Bytes in use: of documents and servers that are not freed. */
  readonly liveBytes: number;
  /** Bytes of the memory of the module. */
  readonly memoryBytes: number;

  /** Verifies a text: diagnostics in order of position. Each stands for all equal ones; its notes name these. */
  check(text: string | Uint8Array, options?: CheckOptions): Diagnostic[];
  /** The canonical text. Sections with errors are left as they are. */
  format(text: string | Uint8Array, options?: CheckOptions): string;
  /** The text with the fix-its of its diagnostics, in rounds, as `tt-opt --fix-only` writes it. */
  fix(text: string | Uint8Array, options?: CheckOptions): string;
  /** All attributes and types, outer ones first, as `tt-opt --emit=json`; its columns count bytes. */
  attributes(text: string, options?: CommandOptions): Attribute[];
  /**
   * The layouts of a file, in order of first use, or the one with the option `name`. For an argument the result is one
   * object, too. A text with devices and without layouts yields the devices: `layout<Device>(text)`.
   */
  layout(text: { argument: string }, options?: LayoutOptions): Layout;
  layout(text: Source, options: LayoutOptions & { name: string }): Layout;
  layout<T extends Layout | Device = Layout>(text: string, options?: LayoutOptions): T[];
  /** Layouts with the position of an element: core, tile, face and byte. */
  locate(text: { argument: string }, index: number[], options?: LayoutOptions): LocatedLayout;
  locate(text: Source, index: number[], options: LayoutOptions & { name: string }): LocatedLayout;
  locate(text: string, index: number[], options?: LayoutOptions): LocatedLayout[];
  /** A tensor type with a layout, as text. */
  build(options: BuildOptions): string;
  /** A layout in another notation with the same addresses. */
  convert(text: Source, options: ConvertOptions): Conversion;
  /** The transfers between two layouts of a tensor (docs/movement.md). */
  move(from: Source, to: Source, options?: MoveOptions): Movement;
  /** The memory plan of a program (docs/memory.md). A program that does not fit has a plan, too: `fits` is false. */
  memory(text: string, options?: MemoryOptions): MemoryPlan;
  /** A picture of a layout, a device or the memory of a program. */
  draw(text: Source, options?: DrawOptions): string;

  /** Any command: `run(["tt-layout", "tiled", "-", "--json"], { stdin: text })`. Never throws for errors of the input. */
  run(args: string[], input?: { stdin?: string; files?: Record<string, string> }): CommandResult;

  /** A text that is kept and edited: only what an edit has touched is verified again. */
  readonly Document: new (text: string, options?: CheckOptions) => Document;
  /** Where the bytes of a tensor are, for packing arrays. The text is a layout in any notation. */
  readonly Packing: new (layout: string, options?: PackingOptions) => Packing;
  /** A language server in this module. */
  server(): Server;
  /**
   * A language server for a client behind a port: a `MessagePort`, a worker's global scope, `parentPort` of node.
   * `server-worker.js` of this package is a worker that does this:
   * `new Worker(new URL("ttattr/server-worker.js", import.meta.url), { type: "module" })`.
   */
  serve(port: Port): Server;
}

/** A text that is kept and edited. Free it, or leave that to the garbage collector. */
export interface Document {
  readonly text: string;
  /** Replaces a range. The text is verified at the next query. */
  edit(range: Range, text: string): void;
  diagnostics(): Diagnostic[];
  /** Outermost attributes and types. */
  items(): (Range & { context: string; kind: string; name: Range | null })[];
  /** Aliases, modules, functions and devices. */
  symbols(): (Range & { kind: string; name: string })[];
  /** The edits that make the text canonical, in order. */
  format(): Edit[];
  /** Facts about what is at a position (docs/library.md lists the keys); null if there is nothing. */
  hover(position: Position): (Range & { facts: Record<string, string> }) | null;
  /** What may be written at a position; each replaces its range. */
  completions(position: Position): (Edit & { kind: string; documentation: string })[];
  /** The name at a position (`#x`, `!x`, `%x`, `^x`, `@x`), its definition and uses. `value` is what an alias stands for,
   *  the operation of a value or symbol, or the block; `type` is that of a value, as written. */
  name(position: Position): {
    kind: string; name: string; definition: Range | null; value: Range | null; type: string;
    uses: (Range & { result: number })[];
  } | null;
  /** The type or attribute around a position, aliases expanded: what {@link Ttattr.draw} and `layout` accept. */
  subject(position: Position): { kind: string; text: string } | null;
  free(): void;
}

/** What a text may lack, and the architecture that has the banks and alignments. */
export interface PackingOptions {
  shape?: number[];
  element?: string;
  arch?: "grayskull" | "wormhole_b0" | "blackhole";
}

/**
 * Where the bytes of a tensor are. Elements are little endian and row-major; bank `b` is the L1 of core `b` of `grid`,
 * row-major, or a bank of a memory without cores, where `grid` is empty. Free it, or leave that to the garbage
 * collector.
 */
export interface Packing {
  readonly shape: number[];
  /** The type of an element: "bf16"; "f32" of block floats. */
  readonly element: string;
  readonly elementBytes: number;
  readonly grid: number[];
  readonly numBanks: number;
  /** Of each bank, alignment included. */
  readonly bankBytes: number;
  /** The bytes of each bank as the device holds them: tiles, faces, alignment, and the padding value or zero.
   *  Bytes are copied, not converted: elements that JavaScript lacks (bf16, f16, ..) are their bits. Block floats are
   *  rounded from f32. */
  pack(elements: ArrayBufferView): Uint8Array[];
  /** The inverse: an array of the type of the elements, or of unsigned integers for types that JavaScript lacks. */
  unpack(banks: ArrayBufferView[]): Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | BigInt64Array |
    Uint8Array | Uint16Array | Uint32Array | BigUint64Array;
  /** The bank of each element, and the byte in it. Without indices: of all elements, row-major. */
  locate(indices?: number[][]): { banks: Int32Array; offsets: Float64Array };
  free(): void;
}

/** What `Ttattr.serve` needs of a port. */
export interface Port {
  postMessage(message: any): void;
  onmessage: ((event: any) => void) | null;
}

/**
 * A language server: messages in, messages out (Language Server Protocol 3.17). It is a transport for
 * `@codemirror/lsp-client` (`send`, `subscribe`, `unsubscribe`, messages as texts), and has the methods of a
 * `MessagePort` (messages as objects). Answers come in a later task or microtask, never within `send`.
 */
export interface Server {
  /** A message of the client, as text or object. */
  send(message: string | object): void;
  subscribe(handler: (message: string) => void): void;
  unsubscribe(handler: (message: string) => void): void;

  postMessage(message: object): void;
  onmessage: ((event: { data: any }) => void) | null;
  addEventListener(type: "message", listener: (event: { data: any }) => void): void;
  removeEventListener(type: "message", listener: (event: { data: any }) => void): void;
  start(): void;

  /** Called with the exit status after the client has sent `exit`. */
  onexit: ((status: number) => void) | null;
  /** Frees the server. */
  close(): void;
}
