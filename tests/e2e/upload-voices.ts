import { expect, type Page } from "playwright/test";
import type { SpokenFiles } from "./voices.ts";

/** On the list of recordings: uploads a file for each speaker, with everybody's consent. */
export async function uploadVoices(
  page: Page,
  { rep, customer }: SpokenFiles,
  { title, company }: { title: string; company: string },
): Promise<void> {
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles([rep, customer]);
  await dialog.getByLabel("Who speaks in mari.wav").fill("Mari Kato");
  await dialog.getByLabel("Who speaks in jo.wav").fill("Jo Alder");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Company").fill(company);
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog).toBeHidden();
}
