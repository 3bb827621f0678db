-- Jobs of tools that look outside and are paid with credits. A job reserves its price in the ledger
-- as step 1 of its own id, and is charged in the transaction in which it ends as `done`.
CREATE TABLE tool_job (
  id text PRIMARY KEY,
  workspace_kind text NOT NULL,
  workspace_id text NOT NULL,
  -- Null once the project is deleted for good: the job still ends, and gives its credits back.
  project_id text REFERENCES project (id) ON DELETE SET NULL,
  operation_id text NOT NULL,
  call text NOT NULL,
  tool text NOT NULL,
  input text NOT NULL,
  caller text NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  attempt integer NOT NULL DEFAULT 0,
  lease_ends_at timestamptz NOT NULL DEFAULT now(),
  quoted bigint NOT NULL CHECK (quoted >= 0),
  charged bigint NOT NULL DEFAULT 0,
  result text,
  error text,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  ended_at timestamptz,
  FOREIGN KEY (workspace_kind, workspace_id)
    REFERENCES credit_account (workspace_kind, workspace_id) ON DELETE CASCADE,
  CONSTRAINT tool_job_operation_key
    UNIQUE (workspace_kind, workspace_id, project_id, operation_id),
  CONSTRAINT tool_job_is_charged_once CHECK (charged <= quoted AND (charged = 0 OR state = 'done'))
);
CREATE INDEX tool_job_live_idx ON tool_job (lease_ends_at) WHERE state IN ('queued', 'running');
CREATE INDEX tool_job_ended_at_idx ON tool_job (ended_at);
CREATE INDEX tool_job_project_id_idx ON tool_job (project_id);
