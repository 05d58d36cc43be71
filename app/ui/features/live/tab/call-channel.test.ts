import { afterEach, describe, expect, test, vi } from "vitest";
import { openFollowerEnd, openOwnerEnd, type OwnerState, readMessage } from "./call-channel.ts";

const STATE: OwnerState = { phase: "live", isMuted: true, isOnHold: false, mic: "ok" };
const open: { close: (goesOn: boolean) => void }[] = [];
const keep = <T extends { close: (goesOn: boolean) => void }>(end: T): T => {
  open.push(end);
  return end;
};
afterEach(() => {
  for (const end of open.splice(0)) end.close(false);
});

/** A call of its own for each test: channels are shared by all windows of an origin. */
const newCall = () => crypto.randomUUID();

describe("windows of one call", () => {
  test("whoever comes later hears what holds now", async () => {
    const callId = newCall();
    keep(openOwnerEnd(callId, vi.fn(), vi.fn())).publish(STATE);
    const heard = vi.fn();
    keep(openFollowerEnd(callId, heard, vi.fn()));
    await expect.poll(() => heard).toHaveBeenLastCalledWith(STATE);
  });

  test("a wish reaches the owner and no other call", async () => {
    const [callId, other] = [newCall(), newCall()];
    const [done, elsewhere] = [vi.fn(), vi.fn()];
    keep(openOwnerEnd(callId, done, vi.fn()));
    keep(openOwnerEnd(other, elsewhere, vi.fn()));
    keep(openFollowerEnd(callId, vi.fn(), vi.fn())).wish("unmute");
    await expect.poll(() => done).toHaveBeenCalledExactlyOnceWith("unmute");
    expect(elsewhere).not.toHaveBeenCalled();
  });

  test("the owner knows whether somebody would go on with the call", async () => {
    const callId = newCall();
    const count = vi.fn();
    keep(openOwnerEnd(callId, vi.fn(), count)).publish(STATE);
    const follower = openFollowerEnd(callId, vi.fn(), vi.fn());
    await expect.poll(() => count).toHaveBeenLastCalledWith(1);
    follower.close();
    await expect.poll(() => count).toHaveBeenLastCalledWith(0);
  });

  test.each([true, false])(
    "followers are told whether to go on (%s), and greet the next owner",
    async (goesOn) => {
      const callId = newCall();
      const [heard, gone] = [vi.fn(), vi.fn()];
      const first = openOwnerEnd(callId, vi.fn(), vi.fn());
      first.publish(STATE);
      keep(openFollowerEnd(callId, heard, gone));
      await expect.poll(() => heard).toHaveBeenLastCalledWith(STATE);
      first.close(goesOn);
      await expect.poll(() => gone).toHaveBeenCalledExactlyOnceWith(goesOn);
      const count = vi.fn();
      keep(openOwnerEnd(callId, vi.fn(), count)).publish(STATE);
      await expect.poll(() => count).toHaveBeenLastCalledWith(1);
    },
  );
});

test("what another version of the page says is not taken for a wish", () => {
  for (const data of [null, 4, "do", {}, { type: 1 }, { type: "end" }, { type: "do", wish: "end" }])
    expect(readMessage(data)).toBeNull();
  expect(readMessage({ type: "do", wish: "mute" })).toEqual({ type: "do", wish: "mute" });
});
