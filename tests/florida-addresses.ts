import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { GridPoint } from '../geometry/grid-point.ts'
import { GRID } from '../geometry/polygons.ts'

/** A business address of Florida as its licence states it. */
export interface FloridaAddress {
  /** The whole address, as it is requested: `110 NE 16 AVE #C, GAINESVILLE, FL, 326013780`. */
  text: string
  line: string
  city: string
  state: string
  zip: string
  county: string
  /** Coordinates of the licence, if any, in grid units. */
  point: GridPoint | null
}

/** Path of the file under the folder of real data. */
export const FLORIDA_FILE = join('addresses', 'florida_addresses_1.json.gz')

export function readFloridaAddresses(realData: string): FloridaAddress[] {
  const { tests } = JSON.parse(gunzipSync(readFileSync(join(realData, FLORIDA_FILE))).toString())
  return tests.map((test: FloridaTest) => {
    const { text } = test.in
    const parts = text.split(',').map((part) => part.trim())
    const [city, state, zip] = parts.slice(-3)
    const line = parts.slice(0, -3).join(', ')
    const { coordinates, properties } = test.expected
    const [lng, lat] = (coordinates ?? []).map(Number)
    const point = lng === undefined ? null : [Math.round(lng * GRID), Math.round(lat * GRID)]
    return { text, line, city, state, zip, county: properties[0].county, point }
  })
}

interface FloridaTest {
  in: { text: string }
  expected: { coordinates?: string[]; properties: [{ county: string }] }
}

/** The unit after the street, in a line that names a part of a building. */
const UNIT =
  /#|\b(?:STE|SUITE?|APT|UNITS?|BLDG|FLR|RM|ROOM|LOT|SPACE)\b|\b(?:STE|RM)\d|\bBAYS? \w+$/

export function hasUnit({ line }: Pick<FloridaAddress, 'line'>): boolean {
  return UNIT.test(line)
}
