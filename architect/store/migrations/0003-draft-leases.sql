-- A process whose changes others were faster than has the draft alone until then.
ALTER TABLE draft ADD COLUMN leased_by text, ADD COLUMN lease_ends_at timestamptz;
