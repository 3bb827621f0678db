-- Turns on projects with their recorded steps. What a person sent and pictures of steps are blobs.

CREATE TABLE turn (
  id text PRIMARY KEY,
  place bigserial NOT NULL,
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  credential_id text NOT NULL,
  caller text NOT NULL,
  model text NOT NULL,
  effort text NOT NULL CHECK (effort IN ('low', 'medium', 'high', 'pro')),
  is_background boolean NOT NULL,
  input text NOT NULL,
  request text NOT NULL,
  body_hash text NOT NULL,
  credits_max bigint,
  state text NOT NULL
    CHECK (state IN ('queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled')),
  is_sent boolean NOT NULL DEFAULT false,
  attempt integer NOT NULL DEFAULT 0,
  stop text CHECK (stop IN ('cancelled', 'follow_timeout')),
  follow_ends_at timestamptz,
  start_hash text,
  start_blob text,
  steps integer NOT NULL DEFAULT 0,
  edits integer NOT NULL DEFAULT 0,
  reply text,
  reason text,
  error text,
  question text,
  version integer,
  version_label text,
  credits bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  started_at timestamptz,
  ended_at timestamptz
);
-- One turn of a project runs at a time.
CREATE UNIQUE INDEX turn_running_key ON turn (project_id) WHERE state = 'running';
CREATE INDEX turn_project_id_idx ON turn (project_id, place);
CREATE INDEX turn_live_idx ON turn (project_id, place) WHERE state IN ('queued', 'running');
CREATE INDEX turn_body_hash_idx ON turn (project_id, body_hash, place);

-- A recorded step is never changed: a turn whose process ended goes on after its last one.
CREATE TABLE turn_step (
  turn_id text NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
  number integer NOT NULL,
  content text NOT NULL,
  shown text NOT NULL,
  credits bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  PRIMARY KEY (turn_id, number)
);

CREATE TABLE turn_blob (
  turn_id text NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
  blob text NOT NULL,
  PRIMARY KEY (turn_id, blob)
);
CREATE INDEX turn_blob_blob_idx ON turn_blob (blob);

-- The Idempotency-Key of a request, for 24 hours.
CREATE TABLE turn_key (
  account_id text NOT NULL,
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  key text NOT NULL,
  body_hash text NOT NULL,
  turn_id text NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, project_id, key)
);
CREATE INDEX turn_key_at_idx ON turn_key (at);
CREATE INDEX turn_key_turn_id_idx ON turn_key (turn_id);
