/** A point in degrees. */
export interface LatLng {
  lat: number
  lng: number
}

/** A location as GET /v1/location accepts it: by point, address or parcel key. */
export type LocationRef = { at: LatLng } | { address: string } | { parcel: string }

/** Characters of an address and of a parcel key in a link. */
const ADDRESS_CHARACTERS = 500
const PARCEL_CHARACTERS = 200

/** The parameter of GET /v1/location for a location. */
export function locationParameter(ref: LocationRef): [name: string, value: string] {
  if ('at' in ref) return ['ll', formatPoint(ref.at)]
  return 'address' in ref ? ['address', ref.address] : ['parcel', ref.parcel]
}

/** The path of a location's dossier, relative to the base address. */
export function dossierPath(ref: LocationRef, more: Record<string, string> = {}): string {
  const pairs = [locationParameter(ref), ...Object.entries(more)]
  return `/v1/location?${pairs.map((pair) => pair.map(encoded).join('=')).join('&')}`
}

/** Parses the first valid one of the parameters `at` or `ll`, `parcel` and `address`. */
export function parseLocationRef(value: (name: string) => string | null): LocationRef | null {
  const at = parsePoint(value('at') ?? value('ll') ?? '')
  if (at) return { at }
  const parcel = value('parcel')?.trim() ?? ''
  if (parcel.length >= 4 && parcel.length <= PARCEL_CHARACTERS) return { parcel }
  const address = value('address')?.trim() ?? ''
  return address.length >= 3 && address.length <= ADDRESS_CHARACTERS ? { address } : null
}

export function isSameLocation(one: LocationRef | null, other: LocationRef | null): boolean {
  if (one === null || other === null) return one === other
  return locationParameter(one).join() === locationParameter(other).join()
}

/** Formats a location for titles. */
export function formatLocationRef(ref: LocationRef): string {
  if ('at' in ref) return formatPoint(ref.at, ', ')
  return 'address' in ref ? ref.address : ref.parcel
}

/** Formats a point with up to seven decimals, which is a centimetre. */
export function formatPoint({ lat, lng }: LatLng, separator = ','): string {
  return `${shortened(lat)}${separator}${shortened(lng)}`
}

function shortened(degrees: number): string {
  return `${Number(degrees.toFixed(7))}`
}

/** Parses `latitude,longitude` in degrees; null for anything else. */
export function parsePoint(text: string): LatLng | null {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d{0,15})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{0,15})?)\s*$/.exec(
    text.slice(0, 80),
  )
  return match && toLatLng(Number(match[1]), Number(match[2]))
}

export function toLatLng(lat: number, lng: number): LatLng | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Encodes a text, apostrophes too: the address may be used in quotes of a shell. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27').replaceAll('%2C', ',')
}
