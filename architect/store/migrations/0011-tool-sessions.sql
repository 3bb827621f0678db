-- Sessions of the tool server: a restart of the service ends none, and any process answers one.

CREATE TABLE tool_session (
  id text PRIMARY KEY,
  credential_kind text NOT NULL,
  credential_id text NOT NULL,
  account_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  workspace_id text NOT NULL,
  opening text NOT NULL,
  project_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX tool_session_owner_idx ON tool_session (account_id, workspace_id, used_at);
CREATE INDEX tool_session_used_at_idx ON tool_session (used_at);
