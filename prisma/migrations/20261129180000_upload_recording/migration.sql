-- Files of a recording are read by it: while they arrive, when they are prepared, and where one of them failed.
CREATE INDEX "upload__recording" ON "upload" ("workspace_id", "recording_id");
