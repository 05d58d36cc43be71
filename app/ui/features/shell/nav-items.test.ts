import { expect, test } from "vitest";
import { groupNav, isCurrent, type NavItem } from "./nav-items.ts";

const names = (items: NavItem[]) =>
  groupNav(items).map((group) => group.items.map((item) => item.name));

test("items stand in the order of the product, in their groups", () => {
  expect(
    names([
      { name: "settings", to: "/setting/general" },
      { name: "recordings", to: "/recordings" },
      { name: "recorder", to: "/recorder" },
      { name: "home", to: "/" },
    ]),
  ).toEqual([["home", "recordings"], ["recorder"], ["settings"]]);
});

test("a screen that was not given is absent, and so is its group", () => {
  expect(names([{ name: "recordings", to: "/recordings" }])).toEqual([["recordings"]]);
  expect(names([])).toEqual([]);
});

test.each([
  ["/", "home"],
  ["/recordings", "recordings"],
  ["/recordings/0198", "recordings"],
  ["/playback/0198", "recordings"],
  ["/setting/member", "settings"],
  ["/setting/audit-log/user-log", "settings"],
  ["/console/0198", "console"],
  ["/console-popper", undefined],
])("on %s the navigation marks %s", (pathname, marked) => {
  const items: NavItem[] = [
    { name: "home", to: "/" },
    { name: "recordings", to: "/recordings" },
    { name: "console", to: "/console" },
    { name: "settings", to: "/setting/general" },
  ];
  expect(items.filter((item) => isCurrent(item, pathname)).map(({ name }) => name)).toEqual(
    marked === undefined ? [] : [marked],
  );
});
