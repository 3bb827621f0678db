-- How old are the facts, and our copies of them?
--
-- One row a partition of a table: the publisher's edition, when our copy was taken, and the days
-- since. The first clock is the age of the facts, the second tells whether there may be a newer
-- edition. The oldest copies come first.
--
-- Caveats: `source_vintage` is the publisher's word: a year, a date, a version. Within an edition
-- single rows may be older: flood panels have `effective_date`, footprints `image_date`, wetland
-- projects `image_year`. `feeds_unavailable` names feeds that could not be read when the build was
-- made, so that rows may be missing.
SELECT table_name, partition, area_name, source_name, source_vintage,
  retrieved_at::TIMESTAMPTZ::DATE AS retrieved_on,
  date_diff('day', retrieved_at::TIMESTAMPTZ::DATE, current_date) AS days_since,
  feeds_unavailable
FROM coverage
ORDER BY retrieved_on, table_name, partition;
