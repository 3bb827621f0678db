-- What soils do buildings stand on?
--
-- One row a drainage class and hydrologic group: the area of footprints over it, and the buildings
-- that have the largest part of their footprint there. It is the soil under the building and not
-- the soil of its parcel, which may be another.
--
-- Caveats: surveyed outlines and machine-learned ones draw the same houses, so they are two groups
-- of rows and must not be added. A soil map unit is a mix of soils drawn at 1:12,000 to 1:24,000,
-- often wider than a block: this is a screening, not a site investigation. Null classes are land
-- that the survey describes without them, such as water, urban land and land not surveyed.
WITH largest AS (
  SELECT building_footprint_key, arg_max(soil_map_unit_key, area_m2) AS soil_map_unit_key
  FROM v_building_soils
  GROUP BY building_footprint_key
)
SELECT b.kind, s.drainage_class, s.hydrologic_group,
  count(l.building_footprint_key) AS buildings,
  round(sum(s.area_m2)) AS footprint_m2
FROM v_building_soils s
  JOIN building_footprints b USING (building_footprint_key)
  LEFT JOIN largest l USING (building_footprint_key, soil_map_unit_key)
GROUP BY ALL
ORDER BY b.kind DESC, footprint_m2 DESC, s.drainage_class, s.hydrologic_group;
