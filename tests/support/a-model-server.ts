import { onTestFinished } from "vitest";
import { type ModelServer, startModelServer } from "./model-server.ts";

/** A model on this machine for one test. */
export async function aModelServer(
  answer: Parameters<typeof startModelServer>[0],
): Promise<ModelServer> {
  const server = await startModelServer(answer);
  onTestFinished(server.stop);
  return server;
}
