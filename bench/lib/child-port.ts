import type { ChildProcess } from "node:child_process";
import * as z from "zod";

const said = z.object({ port: z.number().int().positive() });

/** The origin of a child program that tells its port once it listens. */
export const originOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(`http://127.0.0.1:${said.parse(message).port}`));
    child.once("exit", (code) =>
      reject(new Error(`The floor's server ended (${code ?? "killed"}).`)),
    );
    child.once("error", reject);
  });
