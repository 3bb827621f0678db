-- Where does the dossier answer, county by county?
--
-- One row a county, one column a section: on how many of its parcels, in percent, the section
-- answers with facts or with the knowledge that there is nothing. The rest is not covered by any
-- source of this build. A section that is null is of a layer that this version does not build.
--
-- Caveats: it counts parcels, so land outside the parcel fabric does not count. `plat scorecard`
-- reports the share of a county's land by probes inside its line: a town that is 1 % of its county is
-- 100 % here and 1 % there.
PIVOT (SELECT county_fips, county_name, parcels, section, answered_pct FROM v_scorecard)
ON section IN ('parcel', 'flood', 'wetlands', 'structures', 'soils', 'code_basis', 'elevation',
  'boundaries', 'market', 'tax', 'zoning', 'permits', 'utilities')
USING first(answered_pct)
ORDER BY county_fips;
