-- The quotes of a summary belong to its text in search: entries of calls that are there already are written again.
UPDATE "call_search" SET "is_stale" = true;
