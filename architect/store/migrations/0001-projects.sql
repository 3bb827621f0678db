-- Projects with their drafts, versions, publications and bakes. Scenes, files and pictures are
-- blobs outside of the database, named by their SHA-256.

CREATE TABLE project (
  id text PRIMARY KEY,
  name text NOT NULL,
  user_id text REFERENCES "user" (id) ON DELETE CASCADE,
  organization_id text REFERENCES organization (id) ON DELETE CASCADE,
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'public')),
  latest_version integer,
  published_version integer,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  deleted_at timestamptz,
  CONSTRAINT project_has_one_owner CHECK ((user_id IS NULL) <> (organization_id IS NULL))
);
CREATE INDEX project_user_id_idx ON project (user_id, updated_at);
CREATE INDEX project_organization_id_idx ON project (organization_id, updated_at);
CREATE INDEX project_deleted_at_idx ON project (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE draft (
  project_id text PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
  version integer NOT NULL,
  scene_hash text NOT NULL,
  scene_blob text NOT NULL,
  nodes integer NOT NULL,
  bytes integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operation (
  id bigserial PRIMARY KEY,
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('edit', 'undo', 'redo')),
  state text NOT NULL CHECK (state IN ('done', 'undone', 'dropped')),
  operation_id text,
  call text NOT NULL,
  tools text NOT NULL,
  answer text NOT NULL,
  draft_version integer NOT NULL,
  before_hash text NOT NULL,
  before_blob text NOT NULL,
  after_hash text NOT NULL,
  after_blob text NOT NULL,
  author_id text,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT operation_id_key UNIQUE (project_id, operation_id)
);
CREATE INDEX operation_state_idx ON operation (project_id, state, id);
CREATE INDEX operation_at_idx ON operation (at);

CREATE TABLE version (
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  number integer NOT NULL,
  label text NOT NULL,
  scene_hash text NOT NULL,
  scene_blob text NOT NULL,
  nodes integer NOT NULL,
  bytes integer NOT NULL,
  changes text NOT NULL,
  restored_from integer,
  author_id text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, number)
);
CREATE INDEX version_scene_hash_idx ON version (scene_hash);

CREATE TABLE publication (
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  version integer NOT NULL,
  bake_key text NOT NULL,
  author_id text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, version),
  FOREIGN KEY (project_id, version) REFERENCES version (project_id, number)
);
CREATE INDEX publication_bake_key_idx ON publication (bake_key);

-- One for each scene and form of the baked file, for all who publish it.
CREATE TABLE bake (
  key text PRIMARY KEY,
  scene_blob text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'empty', 'failed')),
  code text,
  reason text,
  glb_blob text,
  glb_bytes integer,
  web_blob text,
  web_bytes integer,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

-- Pictures of scenes in lists.
CREATE TABLE picture (
  scene_hash text PRIMARY KEY,
  blob text NOT NULL,
  bytes integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
