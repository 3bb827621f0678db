import { buildCounty, type County } from '../../sample/county.ts'
import { type KnownLocation, knownLocations } from './known-locations.ts'

let county: County | undefined
let locations: KnownLocation[] | undefined

/**
 * The sample county, drawn once for all test files of a worker: it takes two seconds. It is for
 * reading only.
 */
export function sampleCounty(): County {
  county ??= buildCounty()
  return county
}

/** Its known locations, which take three seconds. They are for reading only. */
export function sampleLocations(): KnownLocation[] {
  locations ??= knownLocations(sampleCounty())
  return locations
}
