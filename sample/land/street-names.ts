import { onGrid } from '../plan/box.ts'
import type { Lot } from './lots.ts'

// Shore birds, trees and winds: not the streets of a real place.
const NAMES = [
  'AVOCET',
  'BITTERN',
  'CORMORANT',
  'DOWITCHER',
  'EGRET',
  'FRIGATEBIRD',
  'GANNET',
  'HERON',
  'IBIS',
  'JAEGER',
  'KESTREL',
  'LIMPKIN',
  'MERGANSER',
  'NODDY',
  'OSPREY',
  'PETREL',
  'QUAIL',
  'REDSTART',
  'SANDERLING',
  'TERN',
  'UMBRELLA PINE',
  'VIREO',
  'WHIMBREL',
  'YELLOWLEGS',
  'ZENAIDA',
  'ASH',
  'BAYBERRY',
  'CYPRESS',
  'DOGWOOD',
  'ELDER',
  'FERN',
  'GUMBO LIMBO',
  'HOLLY',
  'INKBERRY',
  'JUNIPER',
  'LAUREL',
  'MANGROVE',
  'NANNYBERRY',
  'OLEANDER',
  'PALMETTO',
  'QUINCE',
  'ROSEMARY',
  'SEAGRAPE',
  'TAMARIND',
  'VIBURNUM',
  'WILLOW',
  'YAUPON',
  'ZAMIA',
  'SIROCCO',
  'MISTRAL',
  'ZEPHYR',
  'MONSOON',
]
const PARTS = ['', 'OLD ', 'UPPER ', 'LOWER ', 'LITTLE ', 'GREAT ', 'INNER ', 'OUTER ']
const KINDS = { town: 'ST', suburb: 'DR', estate: 'LN', rural: 'RD', beach: 'WAY' } as const

/** Addresses of the lots, in the fictional town, which is the postal city of the whole county. */
export const CITY = 'SAMPLETON (FICTIONAL)'

/** ZIP prefix 345 is not assigned to any place. */
export const zipOf = (lot: Lot): string => (lot.box[1] >= 0 ? '34598' : '34599')

/** Names streets in the order in which lots request them. */
export class StreetNames {
  private readonly byLine = new Map<string, string>()

  /** How many streets have a name so far. */
  get count(): number {
    return this.byLine.size
  }

  /** House number and street, as `1204 UPPER HERON ST`. Vacant land has the street alone. */
  addressOf(lot: Lot): string {
    const [u0, v0, u1, v1] = lot.box
    const line = lot.faces === 'south' ? v0 - 8 : v1 + 8
    const street = this.nameOf(lot.character, line)
    if (lot.use === 'vacant' || lot.use === 'timber' || lot.use === 'acreage') return street
    const even = 2 * Math.floor((u0 + u1) / 2 / 8)
    return `${100 + even + (lot.faces === 'south' ? 1 : 0)} ${street}`
  }

  private nameOf(character: Lot['character'], line: number): string {
    // Lots on both sides of a street see its axis within a few metres of each other.
    const key = `${character} ${onGrid(Math.round(line / 16) * 16)}`
    let name = this.byLine.get(key)
    if (name === undefined) {
      const count = this.byLine.size
      const part = PARTS[Math.floor(count / NAMES.length)]
      if (part === undefined) throw new Error(`more than ${count} streets: add a part`)
      name = `${part}${NAMES[count % NAMES.length]} ${KINDS[character]}`
      this.byLine.set(key, name)
    }
    return name
  }
}
