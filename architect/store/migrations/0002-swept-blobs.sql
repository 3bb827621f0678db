-- The blobs of a storage are looked up in these columns before unused ones are deleted.
CREATE INDEX operation_before_blob_idx ON operation (before_blob);
CREATE INDEX operation_after_blob_idx ON operation (after_blob);
CREATE INDEX version_scene_blob_idx ON version (scene_blob);
-- Each index is written with every save, and nothing looks versions up by this one.
DROP INDEX version_scene_hash_idx;

-- One row: the id under which this database has a storage of blobs. Another database with the same
-- storage deletes nothing there.
CREATE TABLE blob_owner (id text PRIMARY KEY);
INSERT INTO blob_owner (id) VALUES (gen_random_uuid()::text);
