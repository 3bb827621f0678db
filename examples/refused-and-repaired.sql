-- What was refused or repaired while the build was made?
--
-- One row a kind of fault, with its count and the rows that the table has now. `refused` with an
-- example: rows or single values left out. `repaired`: polygons that crossed themselves and the
-- like, with the area gained or lost. `met` are cases that the rule of parcel ids and the join of
-- the roll came across; nothing was lost in them.
--
-- Caveats: a name that begins with `roll.` is about one value of a row that was kept. A refusal is
-- a question for the publisher or for us, and never a sign that the remaining rows are wrong.
WITH counted AS (
  SELECT 'refused' AS what, table_name, partition, stat AS name, count, NULL AS area_change_m2, example
  FROM rejects
  UNION ALL
  SELECT 'repaired', table_name, partition, kind, count, area_change_m2, NULL FROM repairs
  UNION ALL
  SELECT 'met', table_name, partition, name, count, NULL, NULL FROM key_cases
)
SELECT c.what, c.table_name, c.partition, c.name, c.count, g.rows AS rows_in_table,
  round(c.area_change_m2, 1) AS area_change_m2, c.example
FROM counted c LEFT JOIN guide_tables g ON g.name = c.table_name
WHERE c.count > 0
ORDER BY c.what DESC, c.table_name, c.partition, c.name;
