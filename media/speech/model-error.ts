/** Why a model was not installed, removed or tried; the words of each stand in the `engine` texts and in the command. */
export const MODEL_FAULTS = [
  "unknown_model",
  "name_not_plain",
  "languages_unknown",
  "busy",
  "one_model_only",
  "in_use",
  "address_refused",
  "too_many_redirects",
  "unreachable",
  "not_there",
  "broke_off",
  "too_large",
  "too_many_files",
  "disk_full",
  "not_an_archive",
  "damaged",
  "hostile",
  "not_a_model",
  "differs",
  "does_not_load",
  "unexpected",
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];

/** `message`: an English detail for the operator's log; it names files of the archive, and never a path of this machine. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;

  constructor(fault: ModelFault, detail: string, options?: { cause?: unknown }) {
    super(detail, options);
    this.fault = fault;
  }
}

/** Whatever was thrown on the way, as the one error of installing. An `AbortError` stays what it is. */
export function asModelError(cause: unknown): Error {
  if (cause instanceof ModelError) return cause;
  if (cause instanceof Error && cause.name === "AbortError") return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // A quota that is used up is no other thing to whom it happens.
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return new ModelError("disk_full", code, { cause });
  return new ModelError("unexpected", code === "" ? "unexpected error" : code, { cause });
}
