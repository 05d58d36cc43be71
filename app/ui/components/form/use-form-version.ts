import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";

/**
 * The version a form's id carries. A saved form begins anew with the saved row; a refused one keeps its id, although a
 * newer row has come with the refusal: with another id Conform would forget what was typed and why it was refused.
 */
export function useFormVersion<N extends number | undefined>(
  version: N,
  result: SubmissionResult | undefined,
): N {
  const [kept, setKept] = useState(version);
  if (result !== undefined || kept === version) return kept;
  setKept(version);
  return version;
}
