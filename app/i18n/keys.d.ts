import "i18next";
import type { EN } from "./generated/en.ts";

declare module "i18next" {
  // The key types of `t` come from the English catalogues; augmentation needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof EN;
    returnNull: false;
  }
}
