import type { SettingPage } from "./setting-nav.ts";

/** What the palette finds for what is typed; without anything typed, the calls the reader opened last. */
export type PaletteView = {
  calls: {
    id: string;
    /** Its page: where it plays, arrives or runs. */
    to: string;
    title: string;
    company: string | null;
    startedAt: string | null;
  }[];
  /** Colleagues who own calls, by id; whoever else took part, by name (id null). */
  people: { id: string | null; name: string }[];
  companies: string[];
  /** The pages of the settings the reader may open. */
  pages: SettingPage[];
};
