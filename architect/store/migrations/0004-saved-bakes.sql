-- The sweep looks up whether the scene of a bake is a version.
CREATE INDEX version_scene_hash_idx ON version (scene_hash);
