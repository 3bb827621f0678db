/** A demo visit of the fictional county of a build: the answer of `POST /api/demo`. */
export interface Demo {
  object: 'demo'
  county: { fips: string; name: string }
  /** West, south, east, north of the county in degrees. */
  bounds: [west: number, south: number, east: number, north: number]
  examples: DemoExample[]
}

/** An address to try, and why it is worth it. */
export interface DemoExample {
  /** House number and street, as people write them. */
  label: string
  /** The whole address, for `address=`. */
  address: string
  /** What is found there, in a few words. */
  about: string
}

/** Header of answers to a demo visit, which are narrowed to the county. */
export const DEMO_HEADER = 'plat-demo'
