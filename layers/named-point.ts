import type { Location } from './location.ts'

const POINTS: Record<Location['point']['source'], string> = {
  input: 'the queried point',
  geocoded: 'the address point',
  parcel_anchor: "the parcel's anchor point",
}

/** The point that a section speaks of, for the inside of a sentence: `the queried point`. */
export function nameOfPoint({ source }: Location['point']): string {
  return POINTS[source]
}
