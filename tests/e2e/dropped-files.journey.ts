import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-dropped-"));
const make = (name: string, ...args: string[]): Buffer => {
  const path = join(folder, name);
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args, path]);
  return readFileSync(path);
};
const picture = ["-f", "lavfi", "-i", "color=size=64x64:rate=5:duration=1"];
const CAPTIONS = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Mari Kato>Hello there.\n";
const CHAT = "14:02:33 From Mari Kato to Everyone: Hello\n14:02:41 From Jo to Everyone: Hi\n";

test("recording, captions and chat together: what is not sent is said before a byte is", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/(uploads|recordings\/begin|recordings\/import)/.test(request.url()))
      sent.push(request.url());
  });
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles([
    {
      name: "call.wav",
      mimeType: "audio/wav",
      buffer: make("call.wav", "-f", "lavfi", "-i", "sine=duration=2"),
    },
    { name: "call.vtt", mimeType: "text/vtt", buffer: Buffer.from(CAPTIONS) },
    { name: "chat.txt", mimeType: "text/plain", buffer: Buffer.from(CHAT) },
    {
      name: "screen.mp4",
      mimeType: "video/mp4",
      buffer: make("screen.mp4", ...picture, "-pix_fmt", "yuv420p"),
    },
    { name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 offer") },
  ]);
  await expect(dialog).toContainText("Its words become the transcript.");
  await dialog.getByLabel("Words", { exact: true }).selectOption("Recognised from the recording");
  await expect(dialog).toContainText("Not sent with the recording.");
  await expect(dialog).toContainText("Chat messages are not sent.");
  await expect(dialog).toContainText("This video has no sound.");
  await expect(dialog).toContainText("This is not audio or video that Parley can read.");
  await expect(dialog.getByLabel("Who speaks in call.vtt")).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    const shot = `dropped-files-${width}`;
    await checkScreen(page, shot, (theme) => shoot(page, `${shot}-${theme}`));
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Remove screen.mp4: it cannot be uploaded.",
  );
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: "Remove screen.mp4" }).click();
  await dialog.getByRole("button", { name: "Remove offer.pdf" }).click();
  await dialog.getByRole("button", { name: "Import without the recording" }).click();
  await expect(dialog).toContainText("WebVTT · 1 turn");
  await dialog.getByRole("button", { name: "Import the transcript" }).click();
  await expect(page.locator("section[aria-labelledby=transcript-title]")).toContainText(
    "Hello there.",
  );
  expect(complaints).toEqual([]);
});

const PAIR = `${CAPTIONS}
00:00:03.500 --> 00:00:06.000
<v Jo Alder>Good morning, and thank you.
`;

test("captions that come with a recording are its words, with the people in them", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles([
    {
      name: "tone.wav",
      mimeType: "audio/wav",
      buffer: make("tone.wav", "-f", "lavfi", "-i", "sine=duration=8:frequency=330"),
    },
    { name: "tone.vtt", mimeType: "text/vtt", buffer: Buffer.from(PAIR) },
  ]);
  await expect(dialog.getByLabel("Words", { exact: true })).toHaveValue(/./);
  await expect(dialog).toContainText("WebVTT · 2 turns");
  await expect(dialog.getByLabel("Who speaks in tone.wav")).toHaveCount(0);
  await dialog.getByLabel("Name of Jo Alder").fill("Joanna Alder");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    const shot = `captions-with-recording-${width}`;
    await checkScreen(page, shot, (theme) => shoot(page, `${shot}-${theme}`));
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  await dialog.getByLabel("Title").fill("A tone with captions");
  await dialog.getByLabel(/Everyone on this call/).check();
  const begin = page.waitForRequest(/recordings\/begin/);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  const { files } = (await begin).postDataJSON() as { files: { name: string }[] };
  expect(files.map(({ name }) => name)).toEqual(["tone.wav"]);
  const row = page.getByRole("row", { name: /A tone with captions/ });
  const title = row.getByRole("link", { name: "A tone with captions" });
  await expect(title).toHaveAttribute("href", /\/playback\//, { timeout: 90_000 });
  await title.click();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  await expect(words).toContainText("Good morning, and thank you.");
  await expect(words).toContainText("Joanna Alder");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  // One sound for all of them, and from the words who speaks when.
  const voices = page.getByRole("list", { name: "Voices" });
  await expect(voices).toContainText("Mari Kato");
  await expect(voices).toContainText("Joanna Alder");
  await shoot(page, "captions-with-recording-playback");
  expect(complaints).toEqual([]);
});

test("of several files the one that cannot be used is named where the recording failed", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles([
    {
      name: "mari.wav",
      mimeType: "audio/wav",
      buffer: make("mari.wav", "-f", "lavfi", "-i", "sine=duration=2"),
    },
    {
      name: "jo.wav",
      mimeType: "audio/wav",
      buffer: Buffer.from("RIFF\0\0\0\0WAVE, and nothing that is a sound. ".repeat(200)),
    },
  ]);
  await dialog.getByLabel("Title").fill("Half of it is damaged");
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  const row = page.getByRole("row", { name: /Half of it is damaged/ });
  await expect(row).toContainText("Failed because of jo.wav:", { timeout: 60_000 });
  await shoot(page, "one-of-several-failed");
});
