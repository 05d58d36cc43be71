import { type AskModel, ModelFault, type ModelFaultCode } from "./llm-types.ts";

/** What came of a trial question, as it was. */
export type ModelTestResult =
  | {
      isOk: true;
      ms: number;
      tokens: number;
      kind: "local" | "remote";
      host: string;
      model: string;
    }
  | { isOk: false; fault: ModelFaultCode | "no_model" | "not_as_asked" };

const TRIAL = {
  system: "You answer with JSON only.",
  user: 'A test of the connection. Answer with exactly this JSON: {"answer":"ready"}',
  schema: {
    name: "connection_test",
    json: {
      type: "object",
      properties: { answer: { type: "string" } },
      required: ["answer"],
      additionalProperties: false,
    },
  },
};

/** Asks one small question: whether a model answers, and keeps to the form it is asked for. */
export async function testModel(
  ask: AskModel,
  place: { kind: "local" | "remote"; baseUrl: string; model: string },
): Promise<ModelTestResult> {
  const startedAt = performance.now();
  try {
    const { text, tokensIn, tokensOut } = await ask(TRIAL, AbortSignal.timeout(30_000));
    if (!isReady(text)) return { isOk: false, fault: "not_as_asked" };
    return {
      isOk: true,
      ms: Math.round(performance.now() - startedAt),
      tokens: tokensIn + tokensOut,
      kind: place.kind,
      host: new URL(place.baseUrl).host,
      model: place.model,
    };
  } catch (error) {
    if (error instanceof ModelFault) return { isOk: false, fault: error.code };
    if (error instanceof DOMException) return { isOk: false, fault: "timeout" };
    throw error;
  }
}

function isReady(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text.replace(/^```(?:json)?|```$/gm, ""));
    return typeof answer === "object" && answer !== null && "answer" in answer;
  } catch {
    return false;
  }
}
