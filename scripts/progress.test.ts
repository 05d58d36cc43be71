import { expect, test } from "vitest";
import { Progress } from "./progress.ts";

/** Lines as they are said; each is waited for by what it holds. */
function lines() {
  const said: string[] = [];
  const waiting: { pattern: RegExp; done: () => void }[] = [];
  return {
    said,
    say: (line: string): void => {
      said.push(line.replace(/\d+ s/, "n s"));
      for (const { pattern, done } of waiting) if (pattern.test(line)) done();
    },
    next: (pattern: RegExp) => new Promise<void>((done) => void waiting.push({ pattern, done })),
  };
}

test("a line names what is under way, and none comes once it is over", async () => {
  const { said, say, next } = lines();
  const progress = new Progress("Starting", say, 1);
  const [database, pages] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const both = [
    progress.during("preparing the database", database.promise),
    progress.during("building the pages", pages.promise),
  ];
  await next(/^Starting: preparing the database, building the pages \(\d+ s so far\)\.$/);
  database.resolve(1);
  await next(/^Starting: building the pages \(\d+ s so far\)\.$/);
  pages.resolve(2);
  expect(await Promise.all(both)).toEqual([1, 2]);
  const count = said.length;
  await new Promise((done) => setTimeout(done, 20));
  expect(said).toHaveLength(count);
  progress.end();
});

test("what fails is over, too", async () => {
  const { said, say } = lines();
  const progress = new Progress("Starting", say, 1);
  const failed = progress.during("building the pages", Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  const count = said.length;
  await new Promise((done) => setTimeout(done, 20));
  expect(said).toHaveLength(count);
  progress.end();
});
