import { draw } from '../fixtures/drawn-number.ts'
import { along, type RehearsalCounty, SECTION_M } from './rehearsal-plan.ts'

/** One lot of the land before it is bent: metres from the corner of its county. */
export interface Lot {
  /** From 0, in the order of the file. */
  number: number
  kind: LotKind
  box_m: readonly [west: number, south: number, east: number, north: number]
  ring_m: number[]
}

export type LotKind = 'town' | 'suburb' | 'countryside' | 'farm'

/** How a section of a kind is cut: blocks between streets, with rows of lots back to back. */
interface SectionPattern {
  kind: LotKind
  blocks: readonly [across: number, along: number]
  rows: number
  lots: number
  street_m: number
}

const PATTERNS: readonly SectionPattern[] = [
  { kind: 'town', blocks: [2, 5], rows: 2, lots: 10, street_m: 14 },
  { kind: 'suburb', blocks: [2, 4], rows: 2, lots: 7, street_m: 16 },
  { kind: 'countryside', blocks: [1, 1], rows: 2, lots: 3, street_m: 20 },
  { kind: 'farm', blocks: [1, 1], rows: 1, lots: 1, street_m: 0 },
]
const [TOWN, SUBURB, COUNTRYSIDE, FARM] = [0, 1, 2, 3]

/** Of all sections; suburbs are as many as the number of parcels requires, the rest is open. */
const TOWN_SHARE = 0.05
const TOWNS = 3
/** Greatest distance between the points of a lot's border. */
const POINT_STEP_M = 15
/** A lot is wider or narrower than its neighbours by this share of its width. */
const WIDTH_JITTER = 0.24
/** Draws of towns, of kinds of sections, of widths, of lots that are made one. */
const SALTS = { towns: 1, kinds: 2, widths: 3, merges: 4 }

const lotsOf = ({ blocks: [across, down], rows, lots }: SectionPattern) =>
  across * down * rows * lots
const pairsOf = (pattern: SectionPattern) =>
  (lotsOf(pattern) / pattern.lots) * Math.floor(pattern.lots / 2)

/** Kind of each section of a county, row by row: towns, suburbs around them, open land. */
function sectionKinds({ seed, side, parcels }: RehearsalCounty): Uint8Array {
  const sections = side * side
  const towns = Array.from({ length: TOWNS }, (_, town) => [
    side * (0.15 + 0.7 * draw(seed, town, 0, SALTS.towns)),
    side * (0.15 + 0.7 * draw(seed, town, 1, SALTS.towns)),
  ])
  const distances = Float64Array.from({ length: sections }, (_, section) => {
    const [i, j] = [section % side, Math.floor(section / side)]
    const nearest = Math.min(...towns.map(([x, y]) => Math.hypot(i + 0.5 - x, j + 0.5 - y)))
    return nearest * (0.7 + 0.6 * draw(seed, i, j, SALTS.kinds))
  })
  const nearestFirst = Uint32Array.from({ length: sections }, (_, section) => section)
  nearestFirst.sort((a, b) => distances[a] - distances[b])
  const kinds = Uint8Array.from({ length: sections }, (_, section) =>
    draw(seed, section, 7, SALTS.kinds) < 0.5 ? COUNTRYSIDE : FARM,
  )
  let lots = kinds.reduce((sum, kind) => sum + lotsOf(PATTERNS[kind]), 0)
  const townSections = Math.floor(sections * TOWN_SHARE)
  for (const [rank, section] of nearestFirst.entries()) {
    if (rank >= townSections && lots >= parcels) break
    const kind = rank < townSections ? TOWN : SUBURB
    lots += lotsOf(PATTERNS[kind]) - lotsOf(PATTERNS[kinds[section]])
    kinds[section] = kind
  }
  return kinds
}

/**
 * The lots of a county, section by section: exactly as many as it has parcels. Neighbours share
 * each point of their border. What the sections have too many is made one with the lot next to it.
 */
export function* countyLots(county: RehearsalCounty): Generator<Lot> {
  const { seed, side, parcels } = county
  const kinds = sectionKinds(county)
  let pairs = kinds.reduce((sum, kind) => sum + pairsOf(PATTERNS[kind]), 0)
  let merges = kinds.reduce((sum, kind) => sum + lotsOf(PATTERNS[kind]), 0) - parcels
  if (merges > pairs) throw new Error(`${parcels} parcels are too few for a county`)
  let number = 0
  for (const [section, kind] of kinds.entries()) {
    const pattern = PATTERNS[kind]
    const corner = [(section % side) * SECTION_M, Math.floor(section / side) * SECTION_M] as const
    for (const { xs, south, north } of lotRows(pattern, corner, seed, section)) {
      for (let k = 0; k < pattern.lots; k++) {
        const isPair = k % 2 === 0 && k + 1 < pattern.lots
        // Each choice of as many pairs is as likely as any other, without a list of them.
        const isMerged = isPair && draw(seed, pairs, section, SALTS.merges) * pairs < merges
        if (isPair) pairs--
        if (isMerged) merges--
        const own = xs.slice(k, k + (isMerged ? 3 : 2))
        if (isMerged) k++
        yield {
          number: number++,
          kind: pattern.kind,
          box_m: [own[0], south, own.at(-1)!, north],
          ring_m: ringOf(own, south, north),
        }
      }
    }
  }
}

interface LotRow {
  /** Lines between the lots, from west to east. */
  xs: number[]
  south: number
  north: number
}

/** Rows of lots of a section. Rows of a block have the same lines, so that they share corners. */
function* lotRows(
  { blocks: [across, down], rows, lots, street_m }: SectionPattern,
  [west, south]: readonly [number, number],
  seed: number,
  section: number,
): Generator<LotRow> {
  const [width, height] = [SECTION_M / across, SECTION_M / down]
  const length = width - street_m
  const depth = (height - street_m) / rows
  for (let block = 0; block < across * down; block++) {
    const [i, j] = [block % across, Math.floor(block / across)]
    const from = west + i * width + street_m / 2
    const xs = Array.from({ length: lots + 1 }, (_, k) => {
      const isEnd = k === 0 || k === lots
      const aside = isEnd ? 0 : draw(seed, section, block * 16 + k, SALTS.widths) - 0.5
      return from + (length / lots) * (k + aside * WIDTH_JITTER)
    })
    const front = south + j * height + street_m / 2
    for (let row = 0; row < rows; row++)
      yield { xs, south: front + row * depth, north: front + (row + 1) * depth }
  }
}

function ringOf(xs: readonly number[], south: number, north: number): number[] {
  const ring: number[] = []
  const widths = xs.slice(1).map((east, k) => [xs[k], east] as const)
  for (const [west, east] of widths)
    for (const x of along(west, east, POINT_STEP_M)) ring.push(x, south)
  for (const y of along(south, north, POINT_STEP_M)) ring.push(xs.at(-1)!, y)
  for (const [west, east] of widths.toReversed())
    for (const x of along(west, east, POINT_STEP_M, true)) ring.push(x, north)
  for (const y of along(south, north, POINT_STEP_M, true)) ring.push(xs[0], y)
  return ring
}
