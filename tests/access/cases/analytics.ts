import { read, type Requests } from "../requests.ts";

export const requests: Requests = {
  reads: [
    read("call.list", "routes/analytics/activity", "/analytics/activity", {
      ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}" },
    }),
    ...(["json", "csv"] as const).map((format) =>
      read("call.list", `routes/resource/activity-${format}`, `/analytics/activity.${format}`, {
        ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}" },
      }),
    ),
    read("call.list", "routes/analytics/talk-stats", "/analytics/talk-stats", {
      ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}", person: "{memberId}" },
    }),
    ...(["json", "csv"] as const).map((format) =>
      read("call.list", `routes/resource/talk-stats-${format}`, `/analytics/talk-stats.${format}`, {
        ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}", person: "{memberId}" },
      }),
    ),
  ],
  roles: { "analytics.people": "leaders" },
};
