-- AlterTable
ALTER TABLE "crm_write" ADD COLUMN     "is_dry" BOOLEAN,
ADD COLUMN     "is_said" BOOLEAN NOT NULL DEFAULT true;

-- What was recorded and not sent, and what was proposed in earnest; calls that were only blocked have not been counted.
UPDATE "crm_write" w SET "is_dry" = EXISTS (SELECT 1 FROM "crm_write_log" l WHERE l.workspace_id = w.workspace_id
    AND l.write_id = w.id AND l.state = 'dry_run')
WHERE EXISTS (SELECT 1 FROM "crm_write_log" l WHERE l.workspace_id = w.workspace_id AND l.write_id = w.id
    AND l.state NOT IN ('proposed', 'blocked', 'superseded', 'expired'));

-- A call that moves to another deal has an activity at each, until the first is taken away.
ALTER TABLE "crm_ref" DROP CONSTRAINT "crm_ref_pkey",
ADD COLUMN     "deal_id" UUID,
ADD CONSTRAINT "crm_ref_pkey" PRIMARY KEY ("workspace_id", "call_id", "connection_id", "kind", "external");

UPDATE "crm_ref" r SET "deal_id" = (SELECT w.deal_id FROM "crm_write" w WHERE w.workspace_id = r.workspace_id
    AND w.call_id = r.call_id AND w.connection_id = r.connection_id AND w.object = r.kind AND w.record = r.external
    ORDER BY w.id LIMIT 1);
