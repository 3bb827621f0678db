/** Fields that the map or a chart with its table shows instead. */
const DRAWN = new Set(['geometry', 'hourly', 'daily', 'sides', 'profile'])
/** Fields of a program's interest alone, or that the section's sentence has in better words. */
const INTERNAL = new Set([
  ...['has_observations', 'is_day', 'mukey', 'zpid', 'age_days', 'time_zone', 'is_street_shaped'],
  ...['precipitation_interval_seconds', 'wind_direction_deg', 'cell_range_m', 'clipped_to'],
])
/** Lists that mean nothing when they are empty; of others it is an answer: no permits. */
const QUIET_WHEN_EMPTY = new Set([
  ...['stacked_parcel_keys', 'feeds_unavailable', 'estimated_fields', 'overlays', 'also_here'],
])
/** Fields whose null is "does not apply" and not "not known". */
const QUIET_WHEN_NULL = new Set([
  ...['tagged_as', 'source_class', 'shared_by_parcels', 'matched_by', 'distance_m', 'feed_through'],
  ...['latest_on_parcel', 'dimensional_note', 'conditions', 'estimates_as_of', 'zone_subtype'],
  ...['depth_ft', 'drinking_water_from', 'local_code'],
])
/** Codes by the field that has them in words. */
const WORDS_OF: Record<string, string> = {
  occupancy_type: 'occupancy_description',
  zone_subtype: 'description',
  foundation_code: 'foundation_type',
}
/** Ending of the code of a value as its publisher has it. */
const RECORDED = '_as_recorded'

/**
 * True for what the map shows, and what people learn nothing from: an empty list, a state of ours,
 * a number that the next line has again.
 */
export function isLeftOut(key: string, value: unknown, record: Record<string, unknown>): boolean {
  if (DRAWN.has(key) || INTERNAL.has(key)) return true
  if (value === null) return QUIET_WHEN_NULL.has(key) || isPending(key, record)
  if (Array.isArray(value) && value.length === 0) return QUIET_WHEN_EMPTY.has(key)
  // The code of a value that another field has in words.
  if (key.endsWith(RECORDED)) return record[key.slice(0, -RECORDED.length)] != null
  if (Object.hasOwn(WORDS_OF, key)) return record[WORDS_OF[key]] != null
  if (key.endsWith('_count')) return isCounted(key, value, record)
  switch (key) {
    case 'terrain_status':
      return value !== 'unavailable'
    case 'evaluated_against':
      return value === 'parcel'
    case 'zone_at_point':
      return isOnly(value, record.zones_on_parcel, ['zone', 'zone_subtype'])
    case 'overlays':
      return isAmong(value, record.districts_on_parcel, 'district')
    case 'bfe_datum':
      return record.base_flood_elevation_ft === null
    case 'parcel_count_here':
      return value === 1
    case 'planes':
      return Object.values(value as object).every((plane) => plane === 'covered')
  }
  return false
}

/** Terrain that is being computed is not "not known"; the section states that it comes. */
function isPending(key: string, { terrain_status }: Record<string, unknown>): boolean {
  return key === 'terrain' && (terrain_status === 'computing' || terrain_status === 'no_parcel')
}

/** True for the number of a list that is shown whole: `1 of 4` has it. */
function isCounted(key: string, count: unknown, record: Record<string, unknown>): boolean {
  const list = record[`${key.slice(0, -'_count'.length)}s`]
  return Array.isArray(list) && list.length === count
}

/** True for a record that is the only one of a list, by those fields. */
function isOnly(value: unknown, list: unknown, keys: readonly string[]): boolean {
  if (!Array.isArray(list) || list.length !== 1) return false
  return keys.every((key) => (value as Fields)[key] === (list[0] as Fields)[key])
}

/** True for a list whose records another list of the same section has all, by a field. */
function isAmong(list: unknown, others: unknown, key: string): boolean {
  if (!Array.isArray(list) || !Array.isArray(others)) return false
  return list.every((each: Fields) => others.some((other: Fields) => other[key] === each[key]))
}

type Fields = Record<string, unknown>
