-- What people outside read over a recording is its maker's to say: a call's own title is often meant for colleagues.
ALTER TABLE shared_link ADD COLUMN title text;
ALTER TABLE shared_link ADD CONSTRAINT shared_link__title_check CHECK (char_length(title) BETWEEN 1 AND 200);
-- Sound that was kept as a file is heard elsewhere: the log of views says so beside the seconds.
ALTER TABLE share_visit ADD COLUMN downloaded_at timestamptz(3);
