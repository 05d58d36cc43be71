import { describe, expect, it } from "vitest";
import type { BiasTerm } from "./engine.ts";
import {
  parseDictionary,
  phonesFromT2p,
  planTerms,
  pronounce,
  spellingsToAsk,
  tokenOf,
  validPhones,
} from "./lexicon.ts";

const known = parseDictionary(
  "hub HH AH B\nspot S P AA T\nsoc S AA K\ntwo T UW\ncargo K AA R G OW\nwise W AY Z\nthe DH AH\nthe(2) DH IY\nread R EH D\nread(2) R IY D\n",
);
const say = (term: Partial<BiasTerm> & { text: string }, asked: [string, string][] = []) => {
  const [plan] = planTerms([{ boost: 8, ...term }]);
  return plan === undefined ? [] : pronounce(plan, known, new Map(asked));
};

describe("pronunciations", () => {
  it("take the phones of flite's t2p to those of the model", () => {
    expect(phonesFromT2p("pau hh ah1 b s p aa1 t pau \n")).toBe("HH AH B S P AA T");
    expect(phonesFromT2p("pau ax0 b aw1 t pau")).toBe("AH B AW T");
    expect(phonesFromT2p("pau pau")).toBeUndefined();
    expect(phonesFromT2p("qq1")).toBeUndefined();
  });

  it("accept the user's phones only when the model has each of them", () => {
    expect(validPhones(" hh ah1 b ")).toBe("HH AH B");
    expect(validPhones("HH XX")).toBeUndefined();
    expect(validPhones("")).toBeUndefined();
    expect(say({ text: "Zq", phones: "Z IY K Y UW" })[0]).toBe("Z IY K Y UW");
  });

  it("split camel case, compounds and several words", () => {
    expect(say({ text: "HubSpot" })).toContain("HH AH B S P AA T");
    expect(say({ text: "cargowise" })).toContain("K AA R G OW W AY Z");
    expect(say({ text: "Hub Two" })).toEqual(["HH AH B T UW"]);
    expect(say({ text: "Xeneta" }, [["xeneta", "Z EH N EH T AH"]])).toEqual(["Z EH N EH T AH"]);
  });

  it("spell acronyms letter by letter, and say those with a vowel as a word too", () => {
    expect(say({ text: "CRM" })).toEqual(["S IY AA R EH M"]);
    expect(say({ text: "SOC 2" })).toEqual(["EH S OW S IY T UW", "S AA K T UW"]);
  });

  it("follow the respelling and keep every variant of a known word", () => {
    expect(say({ text: "Zyq", soundsLike: ["hub two"] })).toEqual(["HH AH B T UW"]);
    expect(say({ text: "the" })).toEqual(["DH AH", "DH IY"]);
  });

  it("give up on scripts without Latin letters unless phones are given", () => {
    expect(planTerms([{ text: "株式会社", boost: 8 }])).toEqual([]);
    expect(say({ text: "東京", phones: "T OW K Y OW" })).toEqual(["T OW K Y OW"]);
    expect(say({ text: "東京", soundsLike: ["hub"] })).toEqual(["HH AH B"]);
  });
});

describe("tokens", () => {
  it("are lower case and one piece", () => {
    expect(tokenOf("HubSpot")).toBe("hubspot");
    expect(tokenOf("Maria Lopez-Díaz")).toBe("maria_lopez_díaz");
    expect(tokenOf("  AT&T! ")).toBe("at_t");
  });

  it("are shared by terms that differ in case only, with the higher boost", () => {
    const plans = planTerms([
      { text: "gong", boost: 2 },
      { text: "Gong", boost: 9 },
    ]);
    expect(plans).toHaveLength(1);
    expect(plans[0]?.term.boost).toBe(9);
  });

  it("ask flite for whole spellings and for unknown words only", () => {
    const plans = planTerms([{ text: "Hub Xeneta", boost: 8 }]);
    expect(spellingsToAsk(plans, known)).toEqual(["hub xeneta", "xeneta"]);
  });
});
