import { describe, expect, test } from "vitest";
import { readMembersCsv } from "./import-csv.ts";

const read = (text: string) =>
  readMembersCsv(text, { emails: new Set(), teams: [{ id: "t", name: "営業部" }] });
/** Line, address, name, role and what is wrong. */
const people = (text: string) =>
  read(text).rows.map(({ line, email, name, role, faults }) =>
    [line, email, name, role, ...faults].join(" | "),
  );

describe("headings", () => {
  test("of many programs and languages, in any order", () => {
    const one = ["2 | m@x.jp | Mari Sato | rep"];
    expect(people("E-Mail-Adresse;Vorname;Name\nm@x.jp;Mari;Sato\n")).toEqual(one);
    expect(people("Prénom;Nom;Adresse e-mail\nMari;Sato;m@x.jp\n")).toEqual(one);
    expect(people("Nombre;Apellidos;CORREO ELECTRONICO\nMari;Sato;m@x.jp\n")).toEqual(one);
    expect(people("full_name|user email|User-Role\nMari Sato|m@x.jp|Rep\n")).toEqual(one);
    expect(people("Display Name,E-mail Address\nMari Sato,m@x.jp\n")).toEqual(one);
    expect(people("Surname,Given name,Work email\nSato,Mari,m@x.jp\n")).toEqual(one);
  });

  test("in Japanese, where the family's name goes first", () => {
    expect(people("名\t姓\tﾒｰﾙ\t役割\n明\t田中\ta@x.jp\t管理者\n")).toEqual([
      "2 | a@x.jp | 田中 明 | admin",
    ]);
    const { rows } = read("表示名,電子メール,権限,部署\n髙橋 健,k@x.jp,営業担当,営業部\n");
    expect(rows).toMatchObject([{ name: "髙橋 健", role: "rep", teamId: "t", faults: [] }]);
  });

  test("that nothing is taken from are named, if they say something", () => {
    expect(read("Phone,Email,Fax,Start date,problem\n1,a@x.jp,,2026,x\n").unused).toEqual([
      "Phone",
      "Start date",
    ]);
    expect(read("Email,Name\na@x.jp,Aki\n").unused).toEqual([]);
  });

  test("none for addresses: their column is found by what is in it", () => {
    expect(people("Contact,Name\na@x.jp,Aki\n")).toEqual(["2 | a@x.jp | Aki | rep"]);
    expect(people("Aki,a@x.jp,Manager\nBo,b@x.jp,boss\n")).toEqual([
      "1 | a@x.jp | Aki | manager",
      "2 | b@x.jp | Bo | rep | unknown_role",
    ]);
    expect(people("a@x.jp,Aki,ADMIN\nb@x.jp\n")).toEqual([
      "1 | a@x.jp | Aki | admin",
      "2 | b@x.jp |  | rep",
    ]);
    expect(people("7;Mari;Sato;m@x.jp\n")).toEqual(["1 | m@x.jp | Mari Sato | rep"]);
  });
});

test.each([
  "Manager e-mail",
  "Supervisor",
  "Recovery Email",
  "Home Secondary Email",
  "Alternate address",
  "E-Mail (personal)",
  "E-Mail des Vorgesetzten",
  "Correo del responsable",
  "上司のメール",
])("no one is invited at an address under %s", (heading) => {
  const none = { faults: ["no_addresses"], rows: [], unused: [] };
  expect(read(`Name,${heading}\nAki,boss@x.jp\n`)).toEqual(none);
  expect(read(`Employee,${heading}\nAki,boss@x.jp\n`)).toEqual(none);
  expect(read(`${heading}\nboss@x.jp\n`)).toEqual(none);
  expect(read(`Name,Email,${heading}\nAki,,boss@x.jp\n`)).toEqual(none);
  expect(people(`Name,${heading},Contact\nAki,boss@x.jp,a@x.jp\nBo,boss@x.jp,\n`)).toEqual([
    "2 | a@x.jp | Aki | rep",
    "3 |  | Bo | rep | email_missing",
  ]);
});

test.each([
  ["Name,First Name,Email\nRobert Lee,Bob,b@x.jp", "Robert Lee"],
  ["Name;Vorname;Email\nPeters;Peter;b@x.jp", "Peter Peters"],
  ["Name;Vorname;Email\nPeter;Peter;b@x.jp", "Peter"],
  ["Name;Vorname;Email\n;Peter;b@x.jp", "Peter"],
  ["Name;Vorname;Nachname;Email\n;Peter;Peters;b@x.jp", "Peter Peters"],
  ["Name;Surname;Email\nPeter;Peters;b@x.jp", "Peter Peters"],
  ["氏名,名,メール\n田中 秋子,アキコ,b@x.jp", "田中 秋子"],
  ["氏名,名,メール\n田中　秋子,秋子,b@x.jp", "田中　秋子"],
  ["氏名,名,メール\n田中秋子,秋子,b@x.jp", "田中秋子"],
  ["氏名,名,メール\n田中,秋子,b@x.jp", "田中 秋子"],
])("the name of %j is %s", (text, name) => {
  expect(read(text).rows.map((row) => row.name)).toEqual([name]);
});

describe("addresses as a mail program has them", () => {
  test.each([
    ["a@x.jp; b@x.jp", ["1 | a@x.jp |  | rep", "1 | b@x.jp |  | rep"]],
    [
      "Aki Tanaka <aki@x.jp>, Maria <m@x.jp>,\n",
      ["1 | aki@x.jp | Aki Tanaka | rep", "1 | m@x.jp | Maria | rep"],
    ],
    [
      'Kato, Mari <k@x.jp>; "Sato, Ken" <s@x.jp>\nmailto:c@x.jp',
      ["1 | k@x.jp | Kato, Mari | rep", "1 | s@x.jp | Sato, Ken | rep", "2 | c@x.jp |  | rep"],
    ],
    [
      "a@x.jp; bx.jp; c@x.jp; a@x.jp",
      [
        ...["1 | a@x.jp |  | rep", "1 | bx.jp |  | rep | invalid_email"],
        ...["1 | c@x.jp |  | rep", "1 | a@x.jp |  | rep | twice"],
      ],
    ],
    [
      "Lee, Bob, Jr <bob@x.jp>; a@x.jp",
      ["1 | bob@x.jp | Lee, Bob, Jr | rep", "1 | a@x.jp |  | rep"],
    ],
    [
      "Aki Tanaka <aki@x.jp>, Kato,\n Mari <m@x.jp>",
      ["1 | aki@x.jp | Aki Tanaka | rep", "2 | m@x.jp | Kato, Mari | rep"],
    ],
    [
      "Aki Tanaka <aki@x.jp>, Kato,\r\nMari <m@x.jp>;\r\n Lee, Bob,\r\n Jr <b@x.jp>, Ken\r\n Abe <k@x.jp>",
      [
        ...["1 | aki@x.jp | Aki Tanaka | rep", "2 | m@x.jp | Kato, Mari | rep"],
        ...["4 | b@x.jp | Lee, Bob, Jr | rep", "5 | k@x.jp | Ken Abe | rep"],
      ],
    ],
    ["Email\nKato, Mari <k@x.jp>\n", ["2 | k@x.jp | Kato, Mari | rep"]],
    ["a＠x.jp (Aki)\nBo (b@x.jp)", ["1 | a@x.jp | Aki | rep", "2 | b@x.jp | Bo | rep"]],
  ])("%j", (text, wanted) => {
    expect(people(text)).toEqual(wanted);
  });

  test("are not taken for it where they are cells", () => {
    expect(people('"Kato, Mari",k@x.jp,manager,,home@y.jp')).toEqual([
      "1 | k@x.jp | Kato, Mari | manager",
    ]);
    expect(people("Bo,Sales,Bo B <b@x.jp>,boss@x.jp")).toEqual([
      "1 | b@x.jp | Bo Sales | rep | unknown_role",
    ]);
    expect(people("Email,Name\na@x.jp,boss@x.jp\nb@x.jp,B@x.jp\n")).toEqual([
      "2 | a@x.jp |  | rep | invalid_email",
      "3 | b@x.jp |  | rep",
    ]);
    expect(people("Aki <a@x.jp>,Aki,\nBo <b@x.jp>,,")).toEqual([
      "1 | a@x.jp | Aki | rep",
      "2 | b@x.jp | Bo | rep",
    ]);
    expect(people("Kato,k@x.jp")).toEqual(["1 | k@x.jp | Kato | rep"]);
    expect(people("Kato;k@x.jp\nSato;s@x.jp")).toEqual([
      "1 | k@x.jp | Kato | rep",
      "2 | s@x.jp | Sato | rep",
    ]);
    expect(people("Lee, Bob, Sales <b@x.jp>; a@x.jp")).toEqual([
      "1 | b@x.jp | Lee, Bob, Sales | rep | invalid_email",
    ]);
    expect(people("sato@x.jp,J.Sato")).toEqual(["1 | sato@x.jp | J.Sato | rep"]);
  });

  test("may be cells, with a name that counts where the column has none", () => {
    expect(
      people('Email,Name\nMari Sato <m@x.jp>,\nX <b@x.jp>,Bo\n"""Kato, M"" <k@x.jp>",\n'),
    ).toEqual([
      "2 | m@x.jp | Mari Sato | rep",
      "3 | b@x.jp | Bo | rep",
      "4 | k@x.jp | Kato, M | rep",
    ]);
  });
});

test("without an address the whole list has one fault", () => {
  for (const text of ["Name,Phone\nAki,1\nBo,2\n", "hello\nthis is a text\n", "email\nAki\nBo\n"])
    expect(read(text)).toEqual({ faults: ["no_addresses"], rows: [], unused: [] });
});

test("names that never end are read at once", () => {
  for (const piece of ["b\n ", "b,\n ", "b\n", "b"]) {
    const begun = performance.now();
    read(`a <a@x.jp>, ${piece.repeat(20_000)}`);
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
});

test("a long text that is none is read at once", () => {
  for (const piece of ["<a", "(@", "[", '"a,', "@ ", ",", "a. "]) {
    const begun = performance.now();
    read(`email,${piece.repeat(200_000)}`);
    expect(performance.now() - begun).toBeLessThan(3_000);
  }
});
