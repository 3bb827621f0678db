-- People, organisations, sessions and API keys, as better-auth 1.7.5 and its plugins know them.

CREATE TABLE "user" (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL CONSTRAINT user_email_key UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'agent', 'operator')),
  plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE session (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  token text NOT NULL CONSTRAINT session_token_key UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  active_organization_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE account (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_provider_key UNIQUE (provider_id, account_id)
);
CREATE INDEX account_user_id_idx ON account (user_id);

CREATE TABLE verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verification_identifier_idx ON verification (identifier);

CREATE TABLE organization (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL CONSTRAINT organization_slug_key UNIQUE,
  logo text,
  metadata text,
  plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  role text NOT NULL DEFAULT 'member',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT member_organization_user_key UNIQUE (organization_id, user_id)
);
CREATE INDEX member_user_id_idx ON member (user_id);

CREATE TABLE invitation (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
  email text NOT NULL,
  role text,
  status text NOT NULL DEFAULT 'pending',
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  inviter_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE
);
CREATE INDEX invitation_organization_id_idx ON invitation (organization_id);
CREATE INDEX invitation_email_idx ON invitation (email);

-- `reference_id` names a user or an organisation, so it can be no foreign key. The two columns made
-- of it are: a key without its owner cannot be, whoever deletes the owner and however.
CREATE TABLE apikey (
  id text PRIMARY KEY,
  config_id text NOT NULL CHECK (config_id IN ('map', 'architect', 'architect-org')),
  name text,
  start text,
  prefix text,
  key text NOT NULL CONSTRAINT apikey_key_key UNIQUE,
  reference_id text NOT NULL,
  enabled boolean DEFAULT true,
  expires_at timestamptz,
  last_request timestamptz,
  permissions text,
  metadata text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  refill_interval integer,
  refill_amount integer,
  last_refill_at timestamptz,
  rate_limit_enabled boolean DEFAULT false,
  rate_limit_time_window integer,
  rate_limit_max integer,
  request_count integer DEFAULT 0,
  remaining integer,
  user_id text
    GENERATED ALWAYS AS (CASE WHEN config_id <> 'architect-org' THEN reference_id END) STORED
    REFERENCES "user" (id) ON DELETE CASCADE,
  organization_id text
    GENERATED ALWAYS AS (CASE WHEN config_id = 'architect-org' THEN reference_id END) STORED
    REFERENCES organization (id) ON DELETE CASCADE
);
CREATE INDEX apikey_user_id_idx ON apikey (user_id);
CREATE INDEX apikey_organization_id_idx ON apikey (organization_id);
