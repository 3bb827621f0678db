-- Which parcels have a building that the assessment roll does not know?
--
-- Parcels with footprints of more than 25 square metres on them, of which the roll has no row, or
-- a row that records no building: no building count, no building value, no year built and no
-- living area. These are leads for a person: new buildings, roofs that cross a border, public
-- buildings that nobody assesses.
--
-- Caveats: machine-learned footprints mistake tanks and sheds for houses;
-- `structures_footprint_source` says who drew them. A count, value, year or area of 0 on the roll
-- is its way of saying none.
SELECT parcel_key, county_name, use_code, use_description, has_roll,
  structures_building_count AS footprints,
  structures_footprint_m2 AS footprint_m2,
  structures_footprint_source AS footprint_source,
  round(area_m2) AS parcel_m2
FROM v_parcel_dossier
WHERE structures_footprint_m2 > 25
  AND coalesce(building_count, 0) = 0
  AND coalesce(building_value, 0) = 0
  AND coalesce(year_built_actual, 0) = 0
  AND coalesce(living_area_sqft, 0) = 0
ORDER BY footprint_m2 DESC, parcel_key;
