import type { App, AppRoute } from "./app.ts";
import type { House } from "./noun.ts";

/** What stands for a parameter, by its name and the route it is in. */
const PARAMS: Record<string, (house: House, route: string) => string> = {
  callId: (house, route) =>
    /^console|stream|token|local/.test(route) ? house.liveId : house.callId,
  id: ({ recordingId, templateId }, route) =>
    route.includes("summarization-template") ? templateId : recordingId,
  keyId: ({ embedKeyId }) => embedKeyId,
  fileId: ({ fileId, clipFileId }, route) => (/clip/.test(route) ? clipFileId : fileId),
  clipId: ({ clipId }) => clipId,
  runId: ({ runId }) => runId,
  part: ({ fileId }) => fileId,
  number: () => "1",
  page: (_house, route) => (/clip/.test(route) ? "index" : "0"),
  seq: () => "0",
  file: () => "1.txt",
  format: (_house, route) => (/clip/.test(route) ? "vtt" : "csv"),
  code: (_house, route) => (route.startsWith("problems") ? "not_found" : "x"),
};

/** An address of every route that has one of its own, with the ids of a house in it; frames and catch-alls have none. */
export const addressesOf = (app: App, house: House): { route: AppRoute; path: string }[] =>
  app.routes
    .filter(({ id, path }) => !/\/_(?:shell|frame)$/.test(id) && !path.endsWith("*"))
    .map((route) => ({
      route,
      path: `/${route.path.replace(/:(\w+)/g, (_slot, name: string) => PARAMS[name]?.(house, route.path) ?? "x")}`,
    }));
