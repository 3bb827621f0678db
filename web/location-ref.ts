/** A place on earth, in degrees. */
export interface LatLng {
  lat: number
  lng: number
}

/** How a spot is asked for: as GET /v1/location takes it. */
export type LocationRef = { at: LatLng } | { address: string } | { parcel: string }

const ADDRESS_CHARACTERS = 500
const PARCEL_CHARACTERS = 200

/** The one parameter of GET /v1/location that asks for it. */
export function locationParameter(spot: LocationRef): [name: string, value: string] {
  if ('at' in spot) return ['ll', formatPoint(spot.at)]
  return 'address' in spot ? ['address', spot.address] : ['parcel', spot.parcel]
}

/** The path of its dossier, relative to the base address. */
export function dossierPath(spot: LocationRef, more: Record<string, string> = {}): string {
  const pairs = [locationParameter(spot), ...Object.entries(more)]
  return `/v1/location?${pairs.map((pair) => pair.map(encoded).join('=')).join('&')}`
}

/** The spot of the parameters `ll`, `address` and `parcel`, the first that is one. */
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

/** A spot in words, for titles. */
export function formatLocationRef(spot: LocationRef): string {
  if ('at' in spot) return formatPoint(spot.at, ', ')
  return 'address' in spot ? spot.address : spot.parcel
}

/** Seven decimals are a centimetre; more would say nothing. */
export function formatPoint({ lat, lng }: LatLng, comma = ','): string {
  return `${shortened(lat)}${comma}${shortened(lng)}`
}

function shortened(degrees: number): string {
  return `${Number(degrees.toFixed(7))}`
}

/** `latitude,longitude` in degrees, or null. */
export function parsePoint(text: string): LatLng | null {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d{0,15})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{0,15})?)\s*$/.exec(
    text.slice(0, 80),
  )
  return match && onEarth(Number(match[1]), Number(match[2]))
}

export function onEarth(lat: number, lng: number): LatLng | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Apostrophes too: such an address may stand in quotes of a shell. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27').replaceAll('%2C', ',')
}
