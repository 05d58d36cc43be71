/**
 * What comes beside the page's script, which waits for all of it at once: a page that is woken up while a part of it is
 * still on its way is drawn anew from the start.
 */
const [comments, layers, actions, transcript, gaps, pipeline, deal, clip] = await Promise.all([
  import("#app/ui/features/comment/comments-context.tsx"),
  import("./use-call-layers.tsx"),
  import("./call-actions.tsx"),
  import("./call-transcript.tsx"),
  import("./not-recorded.tsx"),
  import("./pipeline-state.tsx"),
  import("./deal-fact.tsx"),
  import("#app/ui/features/clip/clip-maker.tsx"),
]);
export const { CommentsProvider, useChosenRange, useComments } = comments;
export const { useCallLayers } = layers;
export const { CallActions } = actions;
export const { CallTranscript } = transcript;
export const { NotRecorded } = gaps;
export const { PipelineState } = pipeline;
export const { DealFact } = deal;
export const { ClipMaker } = clip;
