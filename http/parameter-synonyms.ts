import { nearestWord } from '../terminal/nearest-word.ts'

/**
 * Names that other services have for the parameters of this one, each with ours: the first that a
 * route has is suggested. Names a letter or two off need no entry.
 */
const SYNONYMS: Record<string, readonly string[]> = {
  lat: ['near', 'bbox'],
  latitude: ['lat', 'near'],
  y: ['lat', 'near'],
  lng: ['near', 'bbox'],
  lon: ['lng', 'near'],
  long: ['lng', 'near'],
  longitude: ['lng', 'near'],
  x: ['lng', 'near'],
  ll: ['near'],
  latlng: ['ll', 'near'],
  latlon: ['ll', 'near'],
  lonlat: ['ll', 'near'],
  coords: ['ll', 'near'],
  coordinates: ['ll', 'near'],
  location: ['ll', 'near'],
  point: ['ll', 'near'],
  q: ['address'],
  query: ['q', 'address'],
  search: ['q', 'address'],
  text: ['q', 'address'],
  term: ['q'],
  address: ['q'],
  street: ['address', 'q'],
  city: ['address', 'q'],
  zip: ['address', 'q'],
  zipcode: ['zip', 'address', 'q'],
  zip_code: ['zip', 'address', 'q'],
  postcode: ['zip', 'address', 'q'],
  postal_code: ['zip', 'address', 'q'],
  parcel_key: ['parcel', 'q'],
  parcel_id: ['parcel', 'q'],
  apn: ['parcel', 'q'],
  key: ['parcel'],
  include: ['layers'],
  fields: ['layers'],
  sections: ['layers'],
  section: ['layers', 'layer'],
  geometry: ['include_geometry'],
  adjacent: ['include_adjacent'],
  neighbors: ['include_adjacent'],
  bounds: ['bbox'],
  box: ['bbox'],
  extent: ['bbox'],
  envelope: ['bbox'],
  fips: ['county', 'state'],
  land_use: ['use_code'],
  count: ['limit'],
  size: ['limit'],
  page_size: ['limit'],
  per_page: ['limit'],
  max: ['limit'],
  page: ['cursor'],
  offset: ['cursor'],
  after: ['cursor'],
  next: ['cursor'],
  type: ['types'],
}

/** The allowed parameter that a client probably means by an unknown one; null without one. */
export function likelyParameter(name: string, allowed: string[]): string | null {
  const word = name.toLowerCase().replaceAll('-', '_')
  const same = allowed.find((each) => each === word || each.replaceAll('_', '') === word)
  const known = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : []
  return same ?? known.find((each) => allowed.includes(each)) ?? nearestWord(word, allowed)
}
