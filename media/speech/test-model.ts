/**
 * A model small enough to be made by a test: a real `nemo-ctc` graph (features → one matrix → letters) in ONNX's own bytes,
 * with generated weights. It hears letters that mean nothing, but it loads, decodes and times them as a large one does.
 */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FEATURES = 80;
const PIECES = ["▁so", "▁la", "▁mi", "ti", "re"];
const FLOAT = 1;
const INT64 = 7;

/** One field of a protobuf message: length-delimited for text, bytes and messages, varint for whole numbers. */
function field(number: number, value: string | Uint8Array | number): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);

/** TensorProto: dims 1, data_type 2, name 8, raw_data 9. */
function tensor(name: string, dims: number[], values: number[]): Buffer {
  const raw = Buffer.from(Float32Array.from(values).buffer);
  return message(
    ...dims.map((dim) => field(1, dim)),
    field(2, FLOAT),
    field(8, name),
    field(9, raw),
  );
}

/** ValueInfoProto with a tensor type; a text as a dimension is a free one. */
function value(name: string, type: number, dims: (number | string)[]): Buffer {
  const shape = message(
    ...dims.map((dim) => field(1, typeof dim === "number" ? field(1, dim) : field(2, dim))),
  );
  return message(field(1, name), field(2, field(1, message(field(1, type), field(2, shape)))));
}

/** NodeProto: input 1, output 2, op_type 4, attribute 5. */
function node(type: string, inputs: string[], output: string, attributes: Buffer[] = []): Buffer {
  return message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, type),
    ...attributes.map((attribute) => field(5, attribute)),
  );
}

/** AttributeProto: name 1, ints 8 and i 3, type 20 (2: INT, 7: INTS). */
const ints = (name: string, values: number[]): Buffer =>
  message(field(1, name), ...values.map((number) => field(8, number)), field(20, 7));
const int = (name: string, number: number): Buffer =>
  message(field(1, name), field(3, number), field(20, 2));

/** Small numbers that are the same at every run. */
function seeded(count: number): number[] {
  let state = 20_261_126;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

/** The graph as ONNX bytes (ModelProto: ir_version 1, graph 7, opset_import 8, metadata_props 14). */
export function tinyGraph(): Buffer {
  const classes = PIECES.length + 1;
  // The blank, which is the last, is likely nowhere: every moment is some letter.
  const bias = [...Array.from({ length: PIECES.length }, () => 0), -100];
  const graph = message(
    field(1, node("Transpose", ["audio_signal"], "frames", [ints("perm", [0, 2, 1])])),
    field(1, node("MatMul", ["frames", "weights"], "scores")),
    field(1, node("Add", ["scores", "bias"], "weighed")),
    field(1, node("LogSoftmax", ["weighed"], "logprobs", [int("axis", 2)])),
    field(2, "tiny"),
    field(5, tensor("weights", [FEATURES, classes], seeded(FEATURES * classes))),
    field(5, tensor("bias", [classes], bias)),
    field(11, value("audio_signal", FLOAT, ["batch", FEATURES, "time"])),
    field(11, value("length", INT64, ["batch"])),
    field(12, value("logprobs", FLOAT, ["batch", "time", classes])),
  );
  const facts = {
    model_type: "EncDecCTCModelBPE",
    vocab_size: String(PIECES.length),
    subsampling_factor: "1",
    normalize_type: "per_feature",
  };
  return message(
    field(1, 8),
    field(7, graph),
    field(8, message(field(1, ""), field(2, 13))),
    ...Object.entries(facts).map(([key, text]) =>
      field(14, message(field(1, key), field(2, text))),
    ),
  );
}

export const tinyTokens = (): string =>
  [...PIECES, "<blk>"].map((token, n) => `${token} ${n}\n`).join("");

/** Files of a release archive of such a model, by name. */
export const tinyFiles = (): Record<string, Buffer> => ({
  "model.int8.onnx": tinyGraph(),
  "tokens.txt": Buffer.from(tinyTokens()),
});

/** A folder as an installed model has it. */
export async function writeTinyModel(
  modelDir: string,
  { name = "tiny", languages = ["en"] }: { name?: string; languages?: string[] } = {},
): Promise<void> {
  await mkdir(modelDir, { recursive: true });
  const roles: Record<string, string> = { "model.int8.onnx": "model", "tokens.txt": "tokens" };
  const files: Record<string, { path: string; sha256: string }> = {};
  for (const [path, content] of Object.entries(tinyFiles())) {
    await writeFile(join(modelDir, path), content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    files[roles[path] ?? path] = { path, sha256 };
  }
  const manifest = { name, kind: "nemo-ctc", languages, files };
  await writeFile(join(modelDir, "parley-model.json"), JSON.stringify(manifest));
}

/** A folder that is in order on paper; its model is no model. */
export async function writePaperModel(
  modelDir: string,
  damage: "none" | "content" | "missing" | "manifest",
): Promise<void> {
  const files = { model: "model.int8.onnx", tokens: "tokens.txt" };
  const listed: Record<string, { path: string; sha256: string }> = {};
  for (const [role, path] of Object.entries(files)) {
    const content = `${role} of nothing\n`;
    const sha256 = createHash("sha256").update(content).digest("hex");
    listed[role] = { path, sha256 };
    if (damage === "missing" && role === "model") continue;
    await writeFile(join(modelDir, path), damage === "content" ? `${content}!` : content);
  }
  const manifest = { name: "test", kind: "sense-voice", languages: ["ja", "en"], files: listed };
  const text = damage === "manifest" ? '{"name":1}' : JSON.stringify(manifest);
  await writeFile(join(modelDir, "parley-model.json"), text);
}
