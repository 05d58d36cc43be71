import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("every 15 seconds one line names what is under way, and nothing once it is over", async () => {
  const said: string[] = [];
  const progress = new Progress("Starting", (line) => said.push(line));
  const [database, pages] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const both = [
    progress.during("preparing the database", database.promise),
    progress.during("building the pages", pages.promise),
  ];
  await vi.advanceTimersByTimeAsync(14_900);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  database.resolve(1);
  await vi.advanceTimersByTimeAsync(15_000);
  pages.resolve(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await Promise.all(both)).toEqual([1, 2]);
  progress.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([
    "Starting: preparing the database, building the pages (15 s so far).",
    "Starting: building the pages (30 s so far).",
  ]);
});

test("what fails is over, too", async () => {
  const said: string[] = [];
  const progress = new Progress("Starting", (line) => said.push(line));
  const failed = progress.during("building the pages", Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(60_000);
  progress.end();
  expect(said).toEqual([]);
});
