import type { Upstream } from '../../upstream/upstream.ts'

/** https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html */
export const censusGeocoder: Upstream = {
  id: 'census-geocoder',
  title: 'US Census Bureau Geocoder',
  attribution: 'US Census Bureau, Geocoder: TIGER address ranges',
  url: 'https://geocoding.geo.census.gov/geocoder',
  isOn: false,
  deadline_ms: 4_000,
  // About 600 bytes a match.
  responseBytesMax: 200_000,
  // Address ranges change twice a year; typed addresses are not cached for long.
  cache_ms: 3_600_000,
}
