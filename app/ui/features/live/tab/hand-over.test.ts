import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHandOver } from "./hand-over.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the next screen takes what the last one left, once", () => {
  const letGo = vi.fn();
  const { leave, take } = createHandOver<string>(letGo);
  leave("call", "microphone");
  expect(take("call")).toBe("microphone");
  expect(take("call")).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(letGo).not.toHaveBeenCalled();
});

test("what nobody takes is let go", () => {
  const letGo = vi.fn();
  const { leave, take } = createHandOver<string>(letGo);
  leave("call", "microphone");
  vi.advanceTimersByTime(1_500);
  expect(letGo).toHaveBeenCalledExactlyOnceWith("microphone");
  expect(take("call")).toBeNull();
});

test("one call's microphone is not another's", () => {
  const { leave, take } = createHandOver<string>(() => undefined);
  leave("one", "microphone");
  expect(take("other")).toBeNull();
  expect(take("one")).toBe("microphone");
});
