import { openInstance } from "./lib/instance.ts";
import { measureLibrary } from "./lib/long-library.ts";
import { signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";

// The server's time for the whole page of a library with as many items as one may have, calls and clips.
// `npm run bench -- library`

await runBench(async (stack) => {
  const instance = await openInstance(stack);
  await measureLibrary("library", instance, await signUp(instance));
});
