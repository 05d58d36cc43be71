/** autocannon brings no types: what we use of it. */
declare module "autocannon" {
  export type Result = {
    /** Seconds. */
    duration: number;
    non2xx: number;
    errors: number;
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p97_5: number };
  };
  const autocannon: (options: {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
  }) => Promise<Result>;
  export default autocannon;
}
