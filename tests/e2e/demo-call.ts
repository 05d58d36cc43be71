import { expect, type Page } from "playwright/test";

type Row = { callId: string; title: string };

/** The call that the demo brings along, once it has come: Japanese words, no sound. */
export async function demoCall(page: Page): Promise<Row> {
  const rows = async (): Promise<Row[]> => {
    const list = await page.request.get("/recordings.json?q=title:倉庫管理");
    return ((await list.json()) as { data: Row[] }).data;
  };
  await expect.poll(async () => (await rows()).length).toBe(1);
  const [row] = await rows();
  if (!row) throw new Error("the demo's call has gone");
  return row;
}
