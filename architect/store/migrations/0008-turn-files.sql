-- Uploaded files of a person or an organization, for turns. Their bytes are blobs. Ids begin with the
-- time, so that they are in the order in which the files were made, whatever the language is.
CREATE TABLE turn_file (
  id text COLLATE "C" PRIMARY KEY,
  user_id text REFERENCES "user" (id) ON DELETE CASCADE,
  organization_id text REFERENCES organization (id) ON DELETE CASCADE,
  filename text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('user_data', 'vision', 'assistants')),
  media_type text NOT NULL,
  blob text NOT NULL,
  bytes integer NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT turn_file_has_one_owner CHECK ((user_id IS NULL) <> (organization_id IS NULL)),
  CONSTRAINT turn_file_user_key UNIQUE (user_id, blob, filename, purpose),
  CONSTRAINT turn_file_organization_key UNIQUE (organization_id, blob, filename, purpose)
);
CREATE INDEX turn_file_user_id_idx ON turn_file (user_id, id);
CREATE INDEX turn_file_organization_id_idx ON turn_file (organization_id, id);
CREATE INDEX turn_file_blob_idx ON turn_file (blob);
CREATE INDEX turn_file_used_at_idx ON turn_file (used_at);
