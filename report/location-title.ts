import { landStrip, type Sections } from './key-facts.ts'
import { titleCase } from './title-case.ts'

/** What a title is made of: a dossier, or its parts. */
export interface TitledLocation {
  address?: { formatted: string }
  point: { lat: number; lng: number }
  /** For a parcel that is a street or a stream. */
  layers?: object
}

/** Characters of the name of a file, without its ending. */
const NAME_CHARACTERS = 80

/** The title of a location for people: its address, else its coordinates. */
export function locationTitle({ address, point, layers = {} }: TitledLocation): string {
  const place = address ? titleCase(address.formatted) : formatCoordinates(point)
  const strip = landStrip(layers as Sections)
  return strip === null ? place : `${strip} ${address ? 'near' : 'at'} ${place}`
}

/** `29.9863, -71.9643`, to 1 cm. */
export function formatCoordinates({ lat, lng }: TitledLocation['point']): string {
  return [lat, lng].map((degrees) => `${Number(degrees.toFixed(7))}`).join(', ')
}

/** A name for the file of a location, of letters, digits, dots and dashes. */
export function fileName(title: string, ending: string): string {
  return `${title.replace(/[^\w.-]+/g, '-').slice(0, NAME_CHARACTERS)}.${ending}`
}
