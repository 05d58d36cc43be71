import { useEffect, useState } from "react";
import type { readableRow } from "./readable-row.ts";

/** How a segment is read: null until its rules have come. */
export type ReadableRow = typeof readableRow | null;

/** The rules of questions in two languages are script that the page does not wait for: until then words stand as they were heard. */
export function useReadable(): ReadableRow {
  const [read, setRead] = useState<ReadableRow>(null);
  useEffect(() => {
    import("./readable-row.ts")
      .then((module) => setRead(() => module.readableRow))
      .catch(() => undefined); // the words as they were heard are right, too
  }, []);
  return read;
}
