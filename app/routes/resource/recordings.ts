import * as z from "zod";
import {
  recordingsData,
  selectedRecordingsData,
} from "#app/core/pages/recordings-export.server.ts";
import { selectionForm } from "#app/core/pages/recordings-selection.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<keyof typeof recordingsData.columns> = (t, column) =>
  t(`search:csv.${column}`);

/** `/recordings.json` and `/recordings.csv`. */
export const loader = signedIn("call.list", z.object({}), listTwin(recordingsData, titleOf));

/** The same of the calls that are selected in the list, as files. */
export const action = signedIn({ POST: "call.list" }, z.object({}), async (asked) => {
  const { actor, request, search, form } = asked;
  const list = { search, zoneOf: () => timeZoneOf(request, actor) };
  return form(selectionForm, (input) =>
    listTwin(selectedRecordingsData(input, list), titleOf)(asked),
  );
});
