-- The requests of each id within its window, as accounts/limits/request-window.ts counts them.
-- Times are tenths of ms: as int they leave room for three versions of a full row (2.4 kB) in a
-- page, so that an update neither leaves its page nor touches the index. With bigint the table
-- grew by a page a request until it was vacuumed.
-- Unlogged: after a crash of the database all windows are empty, and no commit waits for a disk.
CREATE UNLOGGED TABLE request_windows (
  id text PRIMARY KEY,
  -- Tenths of ms since 1970 that times count from.
  origin bigint NOT NULL,
  -- Times of hits, and how many hits there were up to each: both ascend, at most 300 entries.
  times integer[] NOT NULL,
  totals integer[] NOT NULL,
  -- How many there were before the first of them.
  base integer NOT NULL,
  -- When the last hit counts no more, tenths of ms since 1970: such rows are swept.
  ends_at bigint NOT NULL
) WITH (fillfactor = 40);

-- As they are: compressing them at each request costs more than it saves.
ALTER TABLE request_windows ALTER COLUMN times SET STORAGE PLAIN;
ALTER TABLE request_windows ALTER COLUMN totals SET STORAGE PLAIN;

-- Takes of many ids in one call; ids come sorted, so that two calls never wait for each other.
-- Grants of `wanted` as many whole units as are free, by the clock of this server (or as of `at`,
-- for tests). Times in tenths of ms; `wait` is how long until one more unit is free, 0 where one is.
CREATE FUNCTION take_requests(
  ids text[], units integer[], wanted integer[], requests integer[], windows integer[],
  steps integer[], at bigint
) RETURNS TABLE (granted integer, remaining integer, wait integer)
LANGUAGE plpgsql AS $$
DECLARE
  zero bigint;
  hits integer[];
  counts integer[];
  before integer;
  ends bigint;
  clock bigint;
  now_at integer;
  hit_at integer;
  gone integer;
  last integer;
BEGIN
  FOR i IN 1 .. cardinality(ids) LOOP
    LOOP
      SELECT w.origin, w.times, w.totals, w.base, w.ends_at INTO zero, hits, counts, before, ends
        FROM request_windows w WHERE w.id = ids[i] FOR UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO request_windows VALUES (ids[i], 0, '{}', '{}', 0, 0) ON CONFLICT DO NOTHING;
    END LOOP;
    -- Read under the lock: hits of one id are in the order of their times.
    clock := coalesce(at, floor(extract(epoch FROM clock_timestamp()) * 10000));
    IF clock >= ends THEN
      zero := clock;
      hits := '{}';
      counts := '{}';
      before := 0;
    ELSIF clock - zero > 1000000000 THEN
      -- An id that was never still for 28 hours: its numbers begin anew.
      hits := ARRAY(SELECT t - (clock - zero)::integer FROM unnest(hits) t);
      counts := ARRAY(SELECT t - before FROM unnest(counts) t);
      zero := clock;
      before := 0;
    END IF;
    now_at := clock - zero;
    gone := width_bucket(now_at - windows[i], hits);
    IF gone > 0 THEN
      before := counts[gone];
      hits := hits[gone + 1 :];
      counts := counts[gone + 1 :];
    END IF;
    last := coalesce(counts[cardinality(counts)], before);
    remaining := greatest(0, requests[i] - (last - before));
    granted := least(wanted[i], remaining / units[i] * units[i]);
    IF granted > 0 THEN
      -- The end of its step, and never before the last: this server's clock may be set back.
      hit_at := now_at + (steps[i] - clock % steps[i]) % steps[i];
      hit_at := greatest(hit_at, hits[cardinality(hits)]);
      remaining := remaining - granted;
      last := last + granted;
      IF hits[cardinality(hits)] = hit_at THEN
        counts[cardinality(counts)] := last;
      ELSE
        hits := hits || hit_at;
        counts := counts || last;
      END IF;
      UPDATE request_windows w
        SET origin = zero, times = hits, totals = counts, base = before,
          ends_at = zero + hit_at + windows[i]
        WHERE w.id = ids[i];
    END IF;
    wait := 0;
    IF remaining < units[i] THEN
      gone := width_bucket(last + units[i] - requests[i] - 1, counts);
      wait := hits[gone + 1] + windows[i] - now_at;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
