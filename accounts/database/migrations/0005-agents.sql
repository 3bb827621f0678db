-- Programs with accounts of their own, the people who have claimed them, and invites of
-- organizations. Codes and tokens are stored as hashes; what was used is deleted.

CREATE TABLE agent (
  id text PRIMARY KEY,
  user_id text NOT NULL CONSTRAINT agent_user_id_key UNIQUE
    REFERENCES "user" (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  client text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE agent_claim (
  agent_id text PRIMARY KEY REFERENCES agent (id) ON DELETE CASCADE,
  code_hash text NOT NULL CONSTRAINT agent_claim_code_hash_key UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX agent_claim_expires_at_idx ON agent_claim (expires_at);

CREATE TABLE agent_link (
  agent_id text PRIMARY KEY REFERENCES agent (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX agent_link_user_id_idx ON agent_link (user_id);

CREATE TABLE agent_invite (
  id text PRIMARY KEY,
  token_hash text NOT NULL CONSTRAINT agent_invite_token_hash_key UNIQUE,
  organization_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  name text NOT NULL,
  permissions text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX agent_invite_organization_id_idx ON agent_invite (organization_id);
CREATE INDEX agent_invite_expires_at_idx ON agent_invite (expires_at);

-- The agent that has a key of an organization by an invite: the key goes with it.
ALTER TABLE apikey ADD COLUMN agent_user_id text REFERENCES "user" (id) ON DELETE CASCADE;
CREATE INDEX apikey_agent_user_id_idx ON apikey (agent_user_id);
