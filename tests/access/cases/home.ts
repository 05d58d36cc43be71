import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import { askedOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const home = {
  choose_metrics: {
    right: "preferences.update",
    form: { first: "patience", second: "cut_in", third: "fillers" },
  },
  first_steps: { right: "preferences.update", form: { hides: "yes" } },
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [
    read("home.read", "routes/work/home", "/"),
    read("home.read", "routes/resource/home-metrics-json", "/home/metrics.json"),
  ],
  commands: [...askedOf("routes/work/home", "/?index", home)],
};
