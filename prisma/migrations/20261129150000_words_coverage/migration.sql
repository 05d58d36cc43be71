-- How long people talk in a recording, by our own detection, and how much of it has words. Null: not measured.
ALTER TABLE "track"
  ADD COLUMN "voice_ms" integer,
  ADD COLUMN "voice_db" real,
  ADD COLUMN "is_silent" boolean;

-- By track id: ms of its voice that this version has words for, and the sum.
ALTER TABLE "transcript"
  ADD COLUMN "covered" jsonb,
  ADD COLUMN "covered_ms" integer;

-- Of all tracks, and of the version people read.
ALTER TABLE "recording"
  ADD COLUMN "voice_ms" integer,
  ADD COLUMN "covered_ms" integer;
