import { expect, test } from "vitest";
import { groupNav, type NavItem } from "./nav-items.ts";

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
