// First: the application reads its settings once.
import { salesforceServer } from "#tests/support/crm-servers.ts";
import {
  aHouse,
  writesAt,
  run,
  accept,
  versioned,
  resetServers,
} from "#tests/support/crm-writes.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { revertWrite } from "#app/core/domain/crm/revert.server.ts";
import { aCrmWrite, type CrmHouse, writeOf } from "#tests/support/crm-house.ts";
import { waitsForLock } from "#tests/support/locks.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { VENDORS } from "./registry.server.ts";

await queueForFile();
beforeEach(resetServers);

describe("a worker that dies, or stands still", () => {
  const CHILD = fileURLToPath(
    new URL("../../../tests/support/write-to-crm-child.ts", import.meta.url),
  );
  /** One that does this write, and what the CRM's answer to its first request that changes something waits for. */
  function aWorker({ workspaceId }: CrmHouse, writeId: string, atRequest: NodeJS.Signals) {
    const child = spawn(process.execPath, ["--import", "tsx", CHILD, workspaceId, writeId], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(child, "exit");
    const met = new Promise<void>((resolve) => {
      salesforceServer.answerWith((asked) => {
        const answer = salesforceServer.answer(asked); // it is done
        if (asked.method !== "GET") {
          salesforceServer.answerWith(salesforceServer.answer);
          child.kill(atRequest);
          resolve();
        }
        return answer;
      });
    });
    return { child, ended, met };
  }

  test("between the request and its journal leaves one write, and a journal that is true", {
    timeout: 120_000,
  }, async () => {
    const house = await aHouse("salesforce");
    const id = await aCrmWrite(house);
    await accept(house, id);
    const { ended, met } = aWorker(house, id, "SIGKILL");
    await met;
    await ended;
    expect(salesforceServer.deal["NextStep"]).toBe("Send both offers");
    expect(await writeOf(house, id)).toMatchObject({
      ...{ state: "writing", writtenAt: null, before: { value: "Send deck" } },
      after: { value: "Send both offers" },
    });
    await Promise.all([run(house, id), run(house, id)]);
    expect(writesAt("salesforce")).toHaveLength(1);
    const write = await writeOf(house, id);
    expect(write).toMatchObject({
      ...{ state: "written", before: { value: "Send deck" } },
      after: { value: "Send both offers" },
    });
    expect(write.steps).toEqual(["approved", "writing", "writing", "written"]);
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, id));
    expect(salesforceServer.deal["NextStep"]).toBe("Send deck");
  });

  test("after it has made an activity leaves one activity", { timeout: 120_000 }, async () => {
    const house = await aHouse("salesforce");
    const id = await aCrmWrite(house, {
      ...{ object: "call", field: "Description", fieldType: "longtext", rule: "one_per_call" },
      ...{ record: null, before: null, proposed: "They asked for two offers" },
    });
    await accept(house, id);
    const { ended, met } = aWorker(house, id, "SIGKILL");
    await met;
    await ended;
    expect(salesforceServer.tasks).toHaveLength(1);
    await run(house, id);
    expect(salesforceServer.tasks).toHaveLength(1);
    expect(JSON.stringify(salesforceServer.tasks)).toContain("They asked for two offers");
    expect((await writeOf(house, id)).state).toBe("written");
  });

  test("keeps the others out until it goes on", { timeout: 120_000 }, async () => {
    const house = await aHouse("salesforce");
    const id = await aCrmWrite(house);
    await accept(house, id);
    const { child, ended, met } = aWorker(house, id, "SIGSTOP");
    await met;
    let isOver = false;
    const other = run(house, id).finally(() => (isOver = true));
    await waitsForLock();
    expect(isOver).toBe(false);
    child.kill("SIGCONT");
    await Promise.all([ended, other]);
    expect(writesAt("salesforce")).toHaveLength(1);
    expect((await writeOf(house, id)).steps).toEqual(["approved", "writing", "writing", "written"]);
  });
});
