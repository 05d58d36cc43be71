import { createReadStream } from "node:fs";
import { createServer } from "node:http";

/** The floor of ranges: a plain Node server that reads 1 MiB at a time, asks nobody for rights and knows no database. */
const file = process.env["RANGE_FILE"] ?? "";
const size = Number(process.env["RANGE_BYTES"]);
const server = createServer((req, res) => {
  const [, first = "0", last = String(size - 1)] =
    /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? "") ?? [];
  const [start, end] = [Number(first), Number(last)];
  res.writeHead(206, {
    "Content-Type": "video/mp4",
    "Content-Length": end - start + 1,
    "Content-Range": `bytes ${start}-${end}/${size}`,
  });
  createReadStream(file, { start, end, highWaterMark: 1024 * 1024 }).pipe(res);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
});
