import { type Box, middleOf, onGrid } from '../plan/box.ts'
import type { Terrain } from '../plan/terrain.ts'

/** How a part of the county is built up. */
export type Character = 'town' | 'suburb' | 'estate' | 'rural' | 'beach'

/** A part of the county between main roads, or between a main road and the river. */
export interface Section {
  /** Column and row of the section, the front half of its parcel ids. */
  code: string
  box: Box
  character: Character
  /** The side that is the river's bank, not an edge of the box. */
  bank: 'north' | 'south' | null
}

/** Half the width of a main road's right of way, in metres. */
const ROAD = 10

/** Where main roads run. The town and its suburbs lie where the columns are narrow. */
export const COLUMNS = [
  300, 1500, 2800, 4000, 5300, 6600, 7800, 8700, 9500, 10300, 11100, 11900, 12700, 13500, 14300,
  15000, 15420,
]
/** Distances from the river; the first row begins where the riverfront ends. */
export const ROWS = [620, 1400, 2200, 3000, 4200, 5400, 6700, 7900, 8600]

const TOWN_HALL = [11500, 0] as const

/** Sections between the main roads, north and south of the river. */
export function buildSections(terrain: Terrain): Section[] {
  const sections: Section[] = []
  for (let column = 0; column + 1 < COLUMNS.length; column++) {
    const west = COLUMNS[column] + ROAD
    const east = COLUMNS[column + 1] - ROAD
    const front = riverfront(terrain, west, east)
    for (const side of [1, -1] as const) {
      const code = (row: number) =>
        String(column + 1).padStart(2, '0') + String(side > 0 ? row + 1 : row + 51).padStart(2, '0')
      const upright = (low: number, high: number): Box =>
        side > 0 ? [west, low, east, high] : [west, -high, east, -low]
      // In the country farms run down to the water; in town a street runs along the riverfront.
      const character = characterOf(upright(front, ROWS[0]))
      const street = character === 'rural' ? 0 : ROAD
      sections.push({
        code: code(0),
        box: upright(0, front - street),
        character,
        bank: side > 0 ? 'south' : 'north',
      })
      let low = front + street
      for (const [row, high] of ROWS.entries()) {
        const box = upright(low, high - ROAD)
        sections.push({ code: code(row + 1), box, character: characterOf(box), bank: null })
        low = high + ROAD
      }
    }
  }
  return sections
}

/** How far from the axis the riverfront lots reach: 70 m beyond the widest water. */
function riverfront(terrain: Terrain, west: number, east: number): number {
  let widest = 0
  for (let u = west; u <= east; u += 10) widest = Math.max(widest, terrain.bank(u))
  return onGrid(widest + 70)
}

function characterOf(box: Box): Character {
  const [u, v] = middleOf(box)
  if (u > 15000) return Math.abs(v) < 2100 ? 'beach' : 'rural'
  const distance = Math.hypot(u - TOWN_HALL[0], v - TOWN_HALL[1])
  if (distance < 930) return 'town'
  if (distance < 1700) return 'suburb'
  return distance < 2350 ? 'estate' : 'rural'
}
