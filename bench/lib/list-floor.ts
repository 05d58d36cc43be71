import express from "express";
import pg from "pg";

/**
 * The floor of lists: Express and `pg`, 25 rows as JSON, no sign-in, no rights, no page. A child program: says its port
 * to its parent.
 */
const PAGE = `
  SELECT c.id, c.title, c.kind, c.started_at, c.duration_ms, c.quality, c.visibility, c.consent, c.language, c.state, c.strip,
    o.id AS owner_id, o.name AS owner_name, co.name AS company, r.id AS recording_id, r.state AS recording_state,
    ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id ORDER BY p.lane) AS people,
    (SELECT m.talk_ratio FROM metric_row m WHERE m.workspace_id = c.workspace_id AND m.config = 'metrics@5' AND m.call_id = c.id
      AND m.side = 'R' AND m.subject = c.id) AS talk_ratio
  FROM call c
  JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
  JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
  LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
  WHERE c.workspace_id = $1 AND c.state IN ('live','ended','available') AND c.visibility <> 'private'
  ORDER BY c.started_at DESC, c.id DESC LIMIT 25`;

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 });
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.get("/:workspaceId", (req, res, next) => {
  pool
    .query<{ strip: Buffer }>(PAGE, [req.params.workspaceId])
    .then(({ rows }) =>
      res.json(rows.map(({ strip, ...row }) => ({ ...row, strip: strip.toString("base64") }))),
    )
    .catch(next);
});
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
});
