import * as z from "zod";
import { librariesData, type LibraryColumn } from "#app/core/pages/libraries-export.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<LibraryColumn> = (t, column) => t(`library:file.${column}`);

/** `/library.csv` and `/library.json`. */
export const loader = signedIn("library.list", z.object({}), listTwin(librariesData, titleOf));
