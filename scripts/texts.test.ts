import { expect, test } from "vitest";
import { compose } from "./texts.ts";

test("the file of a noun holds its form codes, its words of the log and its titles", () => {
  const label = {
    $title: { labels: "Labels" },
    $log: { label: { made: "Label created" } },
    $form: { code: { label_exists: "There is one." } },
    title: "Labels of calls",
  };
  const forms = { code: { required: "Fill in this field." }, bare: {} };
  const log = { event: { call: { opened: "Call opened" } }, title: "Log" };
  expect(
    compose([
      ["forms", forms],
      ["label", label],
      ["log", log],
    ]),
  ).toEqual({
    titles: { labels: "Labels" },
    spaces: {
      forms: { code: { required: "Fill in this field.", label_exists: "There is one." } },
      label: { title: "Labels of calls" },
      log: {
        event: { call: { opened: "Call opened" }, label: { made: "Label created" } },
        title: "Log",
      },
    },
  });
});

test("two files with a text for one key are refused", () => {
  const same = { $log: { call: { opened: "Call opened" } } };
  expect(() =>
    compose([
      ["call", same],
      ["share", same],
    ]),
  ).toThrow("opened");
});
