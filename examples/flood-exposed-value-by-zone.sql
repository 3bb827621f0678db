-- How much assessed value lies in each flood zone?
--
-- A parcel may lie in several zones. `value_of_parcels` is the whole value of every parcel that
-- the zone touches, so a parcel counts in each of its zones and the column does not add up to the
-- county. `value_by_area` gives each zone the share of the value that it has of the parcel's area,
-- and adds up as far as zones do not overlap.
--
-- What is not a zone stands in brackets: land that the study leaves blank, which is minimal hazard
-- only where the study itself says so, and land that no study of this build covers. Neither of the
-- last two means safe.
--
-- Caveats: value is spread evenly over the parcel and buildings are not, so `value_by_area` is a
-- first estimate. A floodway drawn over its AE counts in both. Parcels without an assessed value
-- are in the areas and counts and in no value.
WITH zoned AS (
  SELECT parcel_key, zone, sum(share_pct) AS share_pct
  FROM v_parcel_flood
  WHERE risk <> 'unmapped'
  GROUP BY ALL
), parcel AS (
  SELECT parcel_key, area_m2, assessed_value, flood_status, flood_unmapped_pct,
    coalesce((SELECT sum(share_pct) FROM zoned WHERE zoned.parcel_key = p.parcel_key), 0) AS drawn_pct
  FROM v_parcel_dossier p
), told AS (
  SELECT * FROM zoned
  UNION ALL
  SELECT parcel_key, '(blank: minimal, says the study)', 100 - flood_unmapped_pct - drawn_pct
  FROM parcel WHERE flood_status = 'available'
  UNION ALL
  SELECT parcel_key, '(not mapped)', flood_unmapped_pct
  FROM parcel WHERE flood_status = 'available'
  UNION ALL
  SELECT parcel_key, '(no study)', 100 - drawn_pct
  FROM parcel WHERE flood_status <> 'available'
)
SELECT zone,
  count(*) AS parcels,
  sum(assessed_value) AS value_of_parcels,
  round(sum(assessed_value * share_pct / 100)) AS value_by_area,
  round(sum(area_m2 * share_pct / 100) / 1e6, 3) AS area_km2,
  round(100 * sum(area_m2 * share_pct) / 100 / (SELECT sum(area_m2) FROM parcel), 2) AS area_pct
FROM told JOIN parcel USING (parcel_key)
WHERE share_pct > 0.01 -- the rounding of shared borders
GROUP BY zone
ORDER BY zone LIKE '(%', zone;
