import autocannon from "autocannon";

export type Load = { url: string; cookie?: string; seconds?: number; connections?: number };
export type Loaded = { perSecond: number; p50Ms: number; p975Ms: number };

/** Asks for one address over and over on keep-alive connections. @throws Error when any answer is not 200 */
export async function load({ url, cookie, seconds = 4, connections = 4 }: Load): Promise<Loaded> {
  const done = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { accept: "text/html", ...(cookie !== undefined && { cookie }) },
  });
  if (done.non2xx > 0 || done.errors > 0 || done.requests.total === 0)
    throw new Error(`${new URL(url).pathname}: ${done.non2xx} refusals, ${done.errors} errors.`);
  return {
    perSecond: done.requests.total / done.duration,
    p50Ms: done.latency.p50,
    p975Ms: done.latency.p97_5,
  };
}
