import { expect, test } from "vitest";
import { spacesIn } from "./module-texts.ts";

test("a module brings each catalogue that it asks for, once", () => {
  expect(
    spacesIn(`
      const { t } = useTranslation("label");
      const { t: common } = useTranslation();
      const { t: again } = useTranslation(
        "label"
      );
      const other = useTranslation(space);
    `),
  ).toEqual(["label", "common"]);
});
