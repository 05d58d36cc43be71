import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { missingHere } from "./instance.ts";
import { check } from "./oracle.ts";
import { ask, hasInHand, rests, stageOf } from "./pipeline.ts";
import { familyOf, halt, until } from "./processes.ts";
import { type Crew, kill, openCrew, say } from "./worker-crew.ts";

const missing = missingHere();
let crew: Crew;

beforeAll(async () => {
  if (missing === null) crew = await openCrew();
});

afterAll(() => crew?.stop());

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

test("a film is heard and read while its picture is made, and a worker killed at that leaves one picture", async () => {
  const { instance, journal, begun, hire, retaken, workers } = crew;
  const { ticket, seen: hand } = await begun(
    "a film",
    film(instance.dataDir, 40),
    ({ recordingId }) =>
      until(
        "its picture is under way",
        60_000,
        () => {
          const found = workers.find(({ pid }) => hasInHand(instance, recordingId, pid, "picture"));
          if (!found) return null;
          // The sound is on its way to the recogniser at the same time.
          const encoders = familyOf(found.pid).filter(
            ({ name, pid }) => name === "ffmpeg" && commandOf(pid).includes("video.mp4"),
          );
          halt(encoders);
          return encoders.length > 0 && found;
        },
        5,
      ),
  );
  say("picture halted");
  const { recordingId } = ticket;
  const kinds = async () =>
    (
      await ask<{ kind: string }>(
        instance.checkUrl,
        "SELECT kind FROM file WHERE recording_id = $1 AND kind <> 'original' ORDER BY 1",
        [recordingId],
      )
    ).map(({ kind }) => kind);
  expect(await stageOf(instance.checkUrl, recordingId, "normalise")).toMatchObject({
    state: "done",
  });
  expect(await kinds()).toEqual(["track", "peaks"]);
  await until("its words are there", 60_000, async () => {
    const summary = await stageOf(instance.checkUrl, recordingId, "summary");
    return summary !== undefined && ["done", "skipped"].includes(summary.state);
  });
  expect(await stageOf(instance.checkUrl, recordingId, "picture")).toMatchObject({
    state: "running",
    attempt: 1,
  });
  await kill([hand], ["ffmpeg"]);
  const since = Date.now();
  await hire();
  await retaken([ticket], "picture", 2, since);
  await rests(instance, [recordingId], 240_000);
  expect(await kinds()).toEqual(["track", "peaks", "video", "thumbnail"]);
  expect((await check(instance, journal)).faults).toEqual([]);
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** A film of a quiet room that no browser shows as it is. */
function film(folder: string, durationS: number): Buffer {
  const path = join(folder, "film.mov");
  const sources = [
    ...["-f", "lavfi", "-i", `testsrc2=size=640x360:rate=15:duration=${durationS}`],
    ...["-f", "lavfi", "-i", `anoisesrc=amplitude=0.001:seed=7:duration=${durationS}`],
  ];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...sources, ...codecs, path]);
  return readFileSync(path);
}
