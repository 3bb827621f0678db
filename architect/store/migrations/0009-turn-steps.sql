-- What steps of turns write, each in one statement: a step has 15 ms in all, and as 21 statements of
-- the service it took 35 to 50 ms. Amounts are thousandths of credits. Each function locks the
-- account before it reads sums; its statements see what was committed before them (READ COMMITTED).

ALTER TABLE turn ADD COLUMN attempt_steps integer NOT NULL DEFAULT 0;
ALTER TABLE turn ADD COLUMN attempts_lost integer NOT NULL DEFAULT 0;

CREATE FUNCTION credit_move(
  payer credit_account, of_turn text, of_step integer,
  as_kind text, debited text, credited text, moved bigint, with_note text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF moved <= 0 THEN
    RETURN;
  END IF;
  INSERT INTO credit_entry
    (workspace_kind, workspace_id, turn_id, step, kind, debit, credit, amount, note)
  VALUES
    (payer.workspace_kind, payer.workspace_id, of_turn, of_step, as_kind, debited, credited, moved,
     with_note);
  UPDATE credit_account SET
    available = available + moved * ((debited = 'available')::int - (credited = 'available')::int),
    reserved = reserved + moved * ((debited = 'reserved')::int - (credited = 'reserved')::int),
    spent = spent + moved * ((debited = 'spent')::int - (credited = 'spent')::int)
  WHERE workspace_kind = payer.workspace_kind AND workspace_id = payer.workspace_id;
END $$;

-- The account that pays for a turn, locked; null for a turn without entries.
CREATE FUNCTION credit_payer(of_turn text) RETURNS credit_account LANGUAGE plpgsql AS $$
DECLARE
  payer credit_account;
BEGIN
  SELECT a.* INTO payer FROM credit_account a
  WHERE (a.workspace_kind, a.workspace_id) =
    (SELECT e.workspace_kind, e.workspace_id FROM credit_entry e WHERE e.turn_id = of_turn LIMIT 1)
  FOR NO KEY UPDATE;
  RETURN payer;
END $$;

-- What a step has reserved and not given back, whether it was settled, what it was charged and what
-- of that was refunded.
CREATE FUNCTION credit_step(
  of_turn text, of_step integer,
  OUT reserved bigint, OUT is_settled boolean, OUT charged bigint, OUT refunded bigint
) LANGUAGE sql AS $$
  SELECT
    coalesce(sum(amount * ((debit = 'reserved')::int - (credit = 'reserved')::int)), 0),
    coalesce(bool_or(kind = 'settle'), false),
    coalesce(sum(amount) FILTER (WHERE kind = 'settle' AND debit = 'spent'), 0),
    coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)
  FROM credit_entry WHERE turn_id = of_turn AND step = of_step
$$;

-- Reserves up to `wanted`; `amount` is what the step has reserved, or what is available where that
-- is less than `lowest` ('shortage').
CREATE FUNCTION credit_reserve(
  of_kind text, of_id text, of_turn text, of_step integer, wanted bigint, lowest bigint,
  OUT outcome text, OUT amount bigint
) LANGUAGE plpgsql AS $$
DECLARE
  payer credit_account;
  other record;
  step record;
BEGIN
  SELECT a.* INTO payer FROM credit_account a
  WHERE a.workspace_kind = of_kind AND a.workspace_id = of_id FOR NO KEY UPDATE;
  SELECT e.workspace_kind, e.workspace_id INTO other FROM credit_entry e WHERE e.turn_id = of_turn LIMIT 1;
  SELECT * INTO step FROM credit_step(of_turn, of_step);
  amount := step.reserved;
  outcome := CASE
    WHEN (other.workspace_kind, other.workspace_id) <> (of_kind, of_id) THEN 'another payer'
    WHEN step.is_settled THEN 'settled'
    WHEN step.reserved > 0 THEN 'reserved'
    WHEN coalesce(payer.available, 0) < lowest THEN 'shortage'
  END;
  IF outcome = 'shortage' THEN
    amount := coalesce(payer.available, 0);
  ELSIF outcome IS NULL THEN
    outcome := 'reserved';
    amount := least(wanted, coalesce(payer.available, 0));
    PERFORM credit_move(payer, of_turn, of_step, 'reserve', 'reserved', 'available', amount, '');
  END IF;
END $$;

-- Charges a step that has ended: from its reservation, then from what is available. The remainder
-- of its reservation becomes available.
CREATE FUNCTION credit_settle(of_turn text, of_step integer, charge bigint, with_note text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  payer credit_account := credit_payer(of_turn);
  step record;
  from_reserved bigint;
  from_available bigint;
BEGIN
  IF payer.workspace_id IS NULL THEN
    RETURN 0;
  END IF;
  SELECT * INTO step FROM credit_step(of_turn, of_step);
  IF step.is_settled THEN
    RETURN step.charged;
  END IF;
  from_reserved := least(charge, step.reserved);
  from_available := least(charge - from_reserved, payer.available);
  INSERT INTO credit_entry
    (workspace_kind, workspace_id, turn_id, step, kind, debit, credit, amount, note)
  SELECT payer.workspace_kind, payer.workspace_id, of_turn, of_step, 'settle', m.debit, m.credit,
    m.amount, with_note
  FROM (VALUES
    ('spent', 'reserved', from_reserved),
    ('spent', 'available', from_available),
    ('available', 'reserved', step.reserved - from_reserved)
  ) AS m (debit, credit, amount)
  WHERE m.amount > 0;
  UPDATE credit_account SET
    available = available - from_available + step.reserved - from_reserved,
    reserved = reserved - step.reserved,
    spent = spent + from_reserved + from_available
  WHERE workspace_kind = payer.workspace_kind AND workspace_id = payer.workspace_id;
  RETURN from_reserved + from_available;
END $$;

-- Makes all that a turn has reserved available.
CREATE FUNCTION credit_release(of_turn text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  payer credit_account := credit_payer(of_turn);
  released bigint := 0;
  step record;
BEGIN
  IF payer.workspace_id IS NULL THEN
    RETURN 0;
  END IF;
  FOR step IN
    SELECT e.step AS number,
      sum(e.amount * ((e.debit = 'reserved')::int - (e.credit = 'reserved')::int)) AS reserved
    FROM credit_entry e WHERE e.turn_id = of_turn GROUP BY e.step
  LOOP
    PERFORM credit_move(payer, of_turn, step.number, 'release', 'available', 'reserved',
      step.reserved::bigint, '');
    released := released + greatest(step.reserved, 0);
  END LOOP;
  RETURN released;
END $$;

-- Gives back what a step was charged, once.
CREATE FUNCTION credit_refund(of_turn text, of_step integer, most bigint, with_note text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  payer credit_account := credit_payer(of_turn);
  step record;
  moved bigint;
BEGIN
  IF payer.workspace_id IS NULL THEN
    RETURN 0;
  END IF;
  SELECT * INTO step FROM credit_step(of_turn, of_step);
  IF step.refunded > 0 THEN
    RETURN step.refunded;
  END IF;
  moved := least(most, step.charged);
  PERFORM credit_move(payer, of_turn, of_step, 'refund', 'available', 'spent', moved, with_note);
  RETURN moved;
END $$;

-- Locks the turn of a worker; false where another worker has it, or it has ended.
CREATE FUNCTION turn_lock(of_turn text, of_attempt integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM turn WHERE id = of_turn AND attempt = of_attempt AND ended_at IS NULL
  FOR NO KEY UPDATE;
  RETURN FOUND;
END $$;

-- See `credit_reserve`; the outcome is 'taken' where the turn is not this worker's.
CREATE FUNCTION turn_reserve_step(
  of_turn text, of_attempt integer, of_kind text, of_id text,
  of_step integer, wanted bigint, lowest bigint,
  OUT outcome text, OUT amount bigint
) LANGUAGE plpgsql AS $$
BEGIN
  IF turn_lock(of_turn, of_attempt) THEN
    SELECT r.outcome, r.amount INTO outcome, amount
    FROM credit_reserve(of_kind, of_id, of_turn, of_step, wanted, lowest) r;
  ELSE
    outcome := 'taken';
  END IF;
END $$;

-- Records a step with its charge. Both results are null where the turn is not this worker's.
CREATE FUNCTION turn_record_step(
  of_turn text, of_attempt integer, of_step integer, with_content text, with_shown text,
  price bigint, with_note text, is_edit boolean,
  more_input bigint, more_cached bigint, more_output bigint, more_reasoning bigint,
  with_blobs text[],
  OUT charged bigint, OUT recorded_at timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT turn_lock(of_turn, of_attempt) THEN
    RETURN;
  END IF;
  charged := CASE WHEN price > 0 THEN credit_settle(of_turn, of_step, price, with_note) ELSE 0 END;
  INSERT INTO turn_step (turn_id, number, content, shown, credits)
  VALUES (of_turn, of_step, with_content, with_shown, charged)
  RETURNING at INTO recorded_at;
  UPDATE turn SET
    steps = of_step,
    edits = edits + is_edit::int,
    credits = credits + charged,
    input_tokens = input_tokens + more_input,
    cached_tokens = cached_tokens + more_cached,
    output_tokens = output_tokens + more_output,
    reasoning_tokens = reasoning_tokens + more_reasoning
  WHERE id = of_turn;
  INSERT INTO turn_blob (turn_id, blob) SELECT of_turn, unnest(with_blobs) ON CONFLICT DO NOTHING;
END $$;
