-- Made by an earlier form of 0002.
DROP FUNCTION IF EXISTS take_requests;
DROP TABLE IF EXISTS request_windows;

-- Times at which granted requests of an id leave its window, ascending, in ms since 1970, and how many
-- leave at each; at most 300 entries. Unlogged: after a crash of the database all windows are empty,
-- and no commit waits for a disk. A page has room for two versions of a full row (3.6 kB), so that an
-- update seldom leaves its page or touches the index.
CREATE UNLOGGED TABLE request_windows (
  id text PRIMARY KEY,
  times double precision[] NOT NULL,
  counts integer[] NOT NULL
) WITH (fillfactor = 40);

-- Compressing them at each request costs more than it saves.
ALTER TABLE request_windows ALTER COLUMN times SET STORAGE PLAIN;
ALTER TABLE request_windows ALTER COLUMN counts SET STORAGE PLAIN;

-- Takes of many ids in one call; ids come sorted, so that two calls never wait for each other. Grants
-- of `wanted` as many whole units as are free, by the clock of this server (or as of `at`, for tests).
-- Times are in ms. `wait` is the time until a unit is free; ignore it where one is free already.
CREATE FUNCTION take_requests(
  ids text[], units integer[], wanted integer[], requests integer[], windows integer[],
  steps integer[], at double precision
) RETURNS TABLE (granted integer, remaining integer, wait double precision)
LANGUAGE plpgsql AS $$
DECLARE
  ends double precision[];
  hits integer[];
  clock double precision;
  ending double precision;
  gone integer;
  last integer;
  missing integer;
BEGIN
  FOR i IN 1 .. cardinality(ids) LOOP
    LOOP
      SELECT times, counts INTO ends, hits FROM request_windows WHERE id = ids[i] FOR UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO request_windows VALUES (ids[i], '{}', '{}') ON CONFLICT DO NOTHING;
    END LOOP;
    -- Read under the lock: requests of one id are in the order of their times.
    clock := coalesce(at, extract(epoch FROM clock_timestamp()) * 1000);
    gone := width_bucket(clock, ends);
    ends := ends[gone + 1 :];
    hits := hits[gone + 1 :];
    last := cardinality(ends);
    remaining := greatest(0, requests[i] - (SELECT coalesce(sum(hit), 0) FROM unnest(hits) hit));
    granted := least(wanted[i], remaining / units[i] * units[i]);
    remaining := remaining - granted;
    IF granted > 0 THEN
      ending := coalesce(ceil(clock / nullif(steps[i], 0)) * steps[i], clock) + windows[i];
      -- Never before the last: this server's clock may be set back.
      ending := greatest(ending, ends[last]);
      IF ending = ends[last] THEN
        hits[last] := hits[last] + granted;
      ELSE
        ends := ends || ending;
        hits := hits || granted;
      END IF;
      UPDATE request_windows SET times = ends, counts = hits WHERE id = ids[i];
    END IF;
    missing := units[i] - remaining;
    gone := 1;
    WHILE missing > hits[gone] LOOP
      missing := missing - hits[gone];
      gone := gone + 1;
    END LOOP;
    wait := ends[gone] - clock;
    RETURN NEXT;
  END LOOP;
END $$;
