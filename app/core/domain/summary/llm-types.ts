/** One question to a language model, and what its answer must look like. */
export type ModelQuestion = {
  system: string;
  user: string;
  /** JSON Schema in the strictest common subset (speech §12); servers that refuse it are asked without. */
  schema: { name: string; json: object };
};
export type ModelAnswer = {
  text: string;
  /** As the server counts them, else an estimate by length. */
  tokensIn: number;
  tokensOut: number;
};
/** Asks a model once. @throws ModelFault */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

/** Why there is no answer; texts stand in the catalogues under these codes. */
export type ModelFaultCode =
  | "unreachable"
  | "address_refused"
  | "key_refused"
  | "model_unknown"
  | "busy"
  | "timeout"
  | "cut_off"
  | "unreadable"
  | "server_error";

/** The model, or what lies between, has no answer to give. */
export class ModelFault extends Error {
  override name = "ModelFault";
  readonly code: ModelFaultCode;
  /** How long a busy server asks to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;
  constructor(code: ModelFaultCode, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
