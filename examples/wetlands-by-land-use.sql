-- How much of the land of each use is mapped as wetland?
--
-- One row a land use of the assessment roll: some rolls have codes, some words, some both.
-- `wetland_pct` is vegetated wetland in percent of the parcels' area; open water and what no code
-- explains are told apart from it.
--
-- Caveats: uses are the county's own and differ between counties, so they are grouped by county.
-- Wetland polygons that overlap count twice. The inventory is made from images: that it maps no
-- wetland does not show that there is none, and it decides nothing in law. Stacked condominium
-- units share one polygon: land under a stack counts once a unit, in both areas.
WITH wet AS (
  SELECT parcel_key,
    sum(area_m2) FILTER (is_vegetated) AS vegetated_m2,
    sum(area_m2) FILTER (is_open_water) AS open_water_m2,
    sum(area_m2) FILTER (is_vegetated IS NULL AND is_open_water IS NOT TRUE) AS unknown_m2
  FROM v_parcel_wetlands
  GROUP BY parcel_key
)
SELECT county_fips, use_code, use_description,
  count(*) AS parcels,
  count(wet.parcel_key) AS parcels_touched,
  round(sum(area_m2) / 1e6, 3) AS area_km2,
  round(coalesce(sum(vegetated_m2), 0) / 1e6, 3) AS wetland_km2,
  round(100 * coalesce(sum(vegetated_m2), 0) / sum(area_m2), 2) AS wetland_pct,
  round(coalesce(sum(open_water_m2), 0) / 1e6, 3) AS open_water_km2,
  round(coalesce(sum(unknown_m2), 0) / 1e6, 3) AS unknown_km2
FROM v_parcel_dossier LEFT JOIN wet USING (parcel_key)
WHERE wetlands_status IN ('available', 'empty') -- land that the inventory does not cover is no dry land
GROUP BY county_fips, use_code, use_description
ORDER BY county_fips, wetland_km2 DESC, use_code, use_description;
