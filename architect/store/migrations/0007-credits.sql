-- Credits of persons and organizations, in thousandths. Each row of `credit_entry` moves an amount
-- from the account in `credit` to the account in `debit`; `credit_account` has the sums.

CREATE TABLE credit_account (
  workspace_kind text NOT NULL CHECK (workspace_kind IN ('personal', 'organization')),
  workspace_id text NOT NULL,
  available bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  -- Null until its first use: credits may be granted before.
  opened_at timestamptz,
  user_id text
    GENERATED ALWAYS AS (CASE WHEN workspace_kind = 'personal' THEN workspace_id END) STORED
    REFERENCES "user" (id) ON DELETE CASCADE,
  organization_id text
    GENERATED ALWAYS AS (CASE WHEN workspace_kind = 'organization' THEN workspace_id END) STORED
    REFERENCES organization (id) ON DELETE CASCADE,
  PRIMARY KEY (workspace_kind, workspace_id),
  CONSTRAINT credit_account_is_never_negative CHECK (available >= 0 AND reserved >= 0 AND spent >= 0),
  CONSTRAINT credit_account_is_bounded CHECK (available + reserved + spent <= 1000000000000000)
);
CREATE INDEX credit_account_user_id_idx ON credit_account (user_id);
CREATE INDEX credit_account_organization_id_idx ON credit_account (organization_id);

CREATE TABLE credit_entry (
  id bigserial PRIMARY KEY,
  workspace_kind text NOT NULL,
  workspace_id text NOT NULL,
  turn_id text,
  step integer,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0 AND amount <= 1000000000000),
  grant_id text,
  author_id text,
  note text NOT NULL CHECK (char_length(note) <= 200),
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_kind, workspace_id)
    REFERENCES credit_account (workspace_kind, workspace_id) ON DELETE CASCADE,
  CONSTRAINT credit_entry_moves CHECK ((kind, debit, credit) IN (
    ('grant', 'available', 'source'),
    ('reserve', 'reserved', 'available'),
    ('settle', 'spent', 'reserved'),
    ('settle', 'spent', 'available'),
    ('settle', 'available', 'reserved'),
    ('release', 'available', 'reserved'),
    ('refund', 'available', 'spent')
  )),
  CONSTRAINT credit_entry_has_step CHECK (
    (turn_id IS NULL) = (kind = 'grant') AND (step IS NULL) = (kind = 'grant')
  )
);
CREATE INDEX credit_entry_workspace_idx ON credit_entry (workspace_kind, workspace_id, id);
CREATE INDEX credit_entry_turn_idx ON credit_entry (turn_id, step);
-- Nothing is granted, settled or refunded twice.
CREATE UNIQUE INDEX credit_entry_grant_key ON credit_entry (workspace_kind, workspace_id, grant_id);
CREATE UNIQUE INDEX credit_entry_once_key ON credit_entry (turn_id, step, kind, debit, credit)
  WHERE kind IN ('settle', 'refund');
