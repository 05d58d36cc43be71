import { useEffect, useState } from "react";
import { useStore } from "#app/ui/browser/store.ts";
import { held, type RecorderKit } from "./held-kit.ts";
import { type NoKit, openKit } from "./open-kit.ts";

/** What records in this browser for one member; null until its script has come. */
export function useRecorderKit(memberId: string): RecorderKit | NoKit | null {
  const now = useStore(held);
  const [refusal, setRefusal] = useState<NoKit | null>(null);
  useEffect(() => {
    let isOver = false;
    void openKit(memberId).then((made) => {
      if (!isOver) setRefusal(typeof made === "string" ? made : null);
    });
    return () => {
      isOver = true;
    };
  }, [memberId]);
  return now?.memberId === memberId ? now.kit : refusal;
}

/** What this device is called to its owner elsewhere: "Chrome, Windows". */
export function deviceName(agent: string): string {
  const browser =
    [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//].find((one) => one.test(agent))?.source ?? "";
  const name = { "Edg\\/": "Edge", "Firefox\\/": "Firefox", "Chrome\\/": "Chrome" }[browser];
  const system = ["Windows", "Android", "iPhone", "iPad", "Mac", "Linux"].find((one) =>
    agent.includes(one),
  );
  return [name ?? (browser === "" ? "Browser" : "Safari"), system].filter(Boolean).join(", ");
}
