import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aRecording, aTranscript } from "#tests/support/factories.ts";
import { begin, type Begin, type Fixtures } from "../noun.ts";

/** Where models may be installed: the only workspace that is no demo, with a model that is as the deed finds it. */
const aModel = (state: string): Begin =>
  begin(async ({ owner: { workspaceId } }) => {
    await db.workspace.updateMany({
      where: { id: { not: workspaceId } },
      data: { isDemo: true },
    });
    const name = "a-model";
    await db.speechModel.upsert({
      where: { name },
      create: { name, kind: "nemo-ctc", languages: ["en"], state },
      update: { state, isCancelled: false },
    });
  });

export const fixtures: Fixtures = {
  beginnings: {
    "/setting/general model_install": aModel("known"),
    "/setting/general model_cancel": aModel("download"),
    "/setting/general model_remove": aModel("ready"),
    "/setting/general model_prefer": aModel("ready"),
    "/setting/general recognise_past": begin(async ({ owner }) => {
      await saveComponentStatus("speech", "test", "on", {
        ...{ "en.engine": "sherpa-onnx", "en.model": "a-model" },
      });
      const call = await aCall(owner, { visibility: "workspace", state: "available" });
      const { workspaceId } = call;
      const { id: recordingId } = await aRecording(call, { state: "ready" });
      await aTranscript(call, [], { recordingId });
      await db.file.create({
        data: {
          ...{ id: newId(), workspaceId, recordingId, kind: "track", key: newId() },
          ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/mp4" },
        },
      });
    }),
  },
};
