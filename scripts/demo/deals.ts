import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";

const PAGE = "/setting/general";
const DATA = `${PAGE}?tab=deals&_data=routes%2Fsetting%2Fgeneral`;

const STAGES = {
  open: "Qualification, Discovery, Proposal, Negotiation",
  won: "Won",
  lost: "Lost",
};
/**
 * Five deals of the companies that are talked to, so that each call finds its own when it comes. Of one company there
 * are two: which of them its call is about somebody has to say.
 */
const DEALS = `name,company,owner,stage,amount,currency,next_step
Rotterdam to Poznan lanes,Halden Tiles,rep@demo.test,Proposal,84000,EUR,Send the lane quote
Warehouse in Poznan,Halden Tiles,rep@demo.test,Qualification,26000,EUR,Ask who decides
倉庫管理システム,みなと食品,rep@demo.test,Discovery,4800000,JPY,見積書を送る
Renewal 2027,Oakline Retail,lena@demo.test,Negotiation,48000,EUR,Call the director
Platform for claims,Larkspur Insurance,nadia@demo.test,Discovery,120000,EUR,Answer the seven questions
`;

const tabSchema = z.object({
  deals: z.object({ deals: z.array(z.unknown()), stages: z.array(z.unknown()) }),
});

/** Makes the demo's stages and deals, as an admin does; what is there already stays as it is. */
export async function makeDeals(admin: Visitor): Promise<void> {
  const { deals } = await read(admin, DATA, tabSchema);
  if (deals.stages.length === 0)
    await send(admin, PAGE, { intent: "make_usual_stages", ...STAGES });
  if (deals.deals.length > 0) return;
  await send(admin, PAGE, { intent: "import_deals", text: DEALS });
  if ((await read(admin, DATA, tabSchema)).deals.deals.length === 0)
    throw new Error("the demo's deals were not made");
}
