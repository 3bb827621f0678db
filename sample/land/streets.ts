import { onGrid, widthOf } from '../plan/box.ts'
import type { Lot } from './lots.ts'
import type { Parcel } from './parcels.ts'
import { StreetNames } from './street-names.ts'

/** One stretch of a street between two crossings, running east in the plan. */
export interface Stretch {
  name: string
  character: Lot['character']
  /** Plan u of the crossings at its ends, and plan v of its axis. */
  west: number
  east: number
  axis: number
  /** Its lots from west to east: those north of it, on the left, have odd numbers. */
  north: NumberedLot[]
  south: NumberedLot[]
}

/** A lot of a street; vacant land has no number. */
export interface NumberedLot {
  lot: Lot
  number: number | null
}

/** Blocks of one street that are farther apart than this have no crossing between them. */
const CROSSING = 40
/** How far a street runs on beyond its last block: half a street's width. */
const END = 8

/**
 * House numbers count the plan's metres from its west edge, two for 8: those of the north are odd.
 */
export const evenNumberAt = (u: number): number => 100 + 2 * Math.floor(u / 8)

/** The streets of town, suburbs, estates and beach, by name and then from west to east. */
export function buildStretches(parcels: readonly Parcel[]): Stretch[] {
  const blocks = new Map<string, Block>()
  const riverfront: Addressed[] = []
  for (const addressed of addressedLots(parcels)) {
    const { lot, street } = addressed
    if (lot.character === 'rural') continue
    if (lot.bank !== null) {
      riverfront.push(addressed)
      continue
    }
    const [west, east] = blockSpan(lot, parcels)
    blockOf(blocks, street, west, east).lots.push(addressed)
  }
  // A riverfront has no blocks: its lots join the block across the street, or form blocks in a row.
  const inland = [...blocks.values()]
  for (const addressed of riverfront.sort((a, b) => a.lot.box[0] - b.lot.box[0])) {
    const { lot, street } = addressed
    const [west, , east] = lot.box
    const middle = (west + east) / 2
    const holds = (block: Block) =>
      block.street === street && middle >= block.west && middle <= block.east
    const neighbour = [...blocks.values()].find(
      (block) => block.street === street && !inland.includes(block) && block.east === west,
    )
    const block = inland.find(holds) ?? neighbour ?? blockOf(blocks, street, west, east)
    if (block === neighbour) block.east = east
    block.lots.push(addressed)
  }
  const streets = Map.groupBy(blocks.values(), ({ street }) => street)
  return [...streets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => stretchesOf(own.sort((a, b) => a.west - b.west)))
}

interface Addressed extends NumberedLot {
  street: string
  /** Plan v of the street's axis as the lot sees it. */
  axis: number
}

interface Block {
  street: string
  west: number
  east: number
  lots: Addressed[]
}

/** Every lot once with its address, by the names that the roll has. */
function addressedLots(parcels: readonly Parcel[]): Addressed[] {
  const names = new StreetNames()
  return [...new Set(parcels.map(({ lot }) => lot))].map((lot) => {
    const [, number, street] = /^(?:(\d+) )?(.*)$/.exec(names.addressOf(lot))!
    const axis = lot.faces === 'south' ? lot.box[1] - END : lot.box[3] + END
    return { lot, number: number === undefined ? null : Number(number), street, axis }
  })
}

const spans = new WeakMap<readonly Parcel[], Map<string, [west: number, east: number]>>()

/** West and east ends of the lots of a block. */
function blockSpan({ block }: Lot, parcels: readonly Parcel[]): [number, number] {
  let known = spans.get(parcels)
  if (!known) {
    known = new Map()
    for (const { lot } of parcels) {
      const [west, east] = known.get(lot.block) ?? [Infinity, -Infinity]
      known.set(lot.block, [Math.min(west, lot.box[0]), Math.max(east, lot.box[2])])
    }
    spans.set(parcels, known)
  }
  return known.get(block)!
}

function blockOf(blocks: Map<string, Block>, street: string, west: number, east: number): Block {
  const key = `${street} ${west}`
  const block = blocks.get(key) ?? { street, west, east, lots: [] }
  blocks.set(key, block)
  return block
}

/** Blocks of one street as stretches that meet at crossings. */
function stretchesOf(blocks: readonly Block[]): Stretch[] {
  return blocks.map(({ street, west, east, lots }, i) => {
    const [before, after] = [blocks[i - 1], blocks[i + 1]]
    const meets = (low: number, high: number) => high - low < CROSSING
    const side = (faces: Lot['faces']) =>
      lots
        .filter(({ lot }) => lot.faces === faces)
        .map(({ lot, number }) => ({ lot, number }))
        .sort((a, b) => a.lot.box[0] - b.lot.box[0])
    return {
      name: street,
      character: lots[0].lot.character,
      west: onGrid(before && meets(before.east, west) ? (before.east + west) / 2 : west - END),
      east: onGrid(after && meets(east, after.west) ? (east + after.west) / 2 : east + END),
      axis: onGrid(lots.reduce((sum, { axis }) => sum + axis, 0) / lots.length),
      north: side('south'),
      south: side('north'),
    }
  })
}

/** A lot that is a block of its own: a school, a complex of apartments. */
export const isWholeBlock = ({ number, box, bank }: Lot): boolean =>
  number === 1 && bank === null && widthOf(box) > 140
