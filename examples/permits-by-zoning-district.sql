-- Where is building allowed and done: how many permits fall into each zoning district?
--
-- One row a base district of one authority, by the point of the parcel: its parcels, those with a
-- permit on them, the permits, and the cost that applicants declared. The last column tells until
-- when the feeds know.
--
-- Caveats: a permit stands at the point that its feed gives, often that of an address: one beside
-- its parcel is on none, and not counted. Costs are the applicant's words, and most kinds of
-- permit have none. A permit inside a stack of condominium units is one permit of many parcels,
-- and counts once. Parcels that no feed covers are left out, and so are those without a base
-- district.
WITH parcel AS (
  SELECT parcel_key, zoning_jurisdiction, zoning_district
  FROM v_parcel_dossier
  WHERE zoning_district IS NOT NULL AND permits_status IN ('available', 'empty')
), placed AS (
  SELECT DISTINCT zoning_jurisdiction, zoning_district, permit_key, issued_at, cost_usd, feed_through
  FROM v_parcel_permits JOIN parcel USING (parcel_key)
), counted AS (
  SELECT zoning_jurisdiction, zoning_district, count(*) AS permits,
    max(issued_at) AS latest_issued, sum(cost_usd) AS declared_cost_usd, min(feed_through) AS feed_through
  FROM placed
  GROUP BY ALL
)
SELECT zoning_jurisdiction, zoning_district,
  count(*) AS parcels,
  count(*) FILTER (parcel_key IN (SELECT parcel_key FROM v_parcel_permits)) AS parcels_with_permit,
  coalesce(any_value(permits), 0) AS permits,
  any_value(latest_issued) AS latest_issued,
  any_value(declared_cost_usd) AS declared_cost_usd,
  any_value(feed_through) AS feed_through
FROM parcel LEFT JOIN counted USING (zoning_jurisdiction, zoning_district)
GROUP BY zoning_jurisdiction, zoning_district
ORDER BY permits DESC, zoning_jurisdiction, zoning_district;
