import { expect, test } from "vitest";
import { drawFloors, FLOORS } from "./floors.ts";
import { listFiles, readText } from "./tree.ts";

test("every room of core's domain has a floor, and every floor has files", () => {
  const rooms = new Set(
    listFiles().flatMap(
      (path) => /^app\/core\/(domain\/[^/]+|pages|integrations)\/.+/.exec(path)?.[1] ?? [],
    ),
  );
  expect([...rooms, "domain"].toSorted()).toEqual(FLOORS.map(({ folder }) => folder).toSorted());
});

test("docs/architecture.md draws the floors as they are", () => {
  expect(readText("docs/architecture.md")).toContain(`\`\`\`\n${drawFloors()}\n\`\`\``);
});
