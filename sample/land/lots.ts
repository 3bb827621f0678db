import { between, weighted } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import {
  type Box,
  cutBlocks,
  cutInterval,
  heightOf,
  inset,
  onGrid,
  splitToArea,
  widthOf,
} from '../plan/box.ts'
import type { Terrain } from '../plan/terrain.ts'
import { type LotUse, PATTERNS, type Pattern, RURAL, type Uses } from './lot-patterns.ts'
import { buildSections, type Character, type Section } from './sections.ts'

/** A piece of the fabric: a box of the plan, one side of which may be the river's bank. */
export interface Lot {
  /** Section and block, as in `1103-0007`. */
  block: string
  /** Number within the block, from 1. */
  number: number
  box: Box
  bank: 'north' | 'south' | null
  /** Another lot that lies wholly inside this one. */
  hole: Box | null
  character: Character
  use: LotUse
  /** The side of the box that faces its street. */
  faces: 'north' | 'south'
}

/** All lots of the county, in the order of their ids. Streets are the gaps between them. */
export function buildLots(seed: number, terrain: Terrain): Lot[] {
  return buildSections(terrain).flatMap((section) => {
    const random = seededRandom(seed, `lots ${section.code}`)
    if (section.bank !== null) return riverfrontLots(section, random)
    return section.character === 'rural'
      ? ruralLots(section, random)
      : blockLots(section, PATTERNS[section.character], random)
  })
}

function blockLots(section: Section, pattern: Pattern, random: Random): Lot[] {
  const blocks = cutBlocks(section.box, pattern.blockLength, pattern.blockDepth, pattern.street)
  return blocks.flatMap((block, index) => {
    const code = `${section.code}-${String(index + 1).padStart(4, '0')}`
    const lot = (number: number, box: Box, use: LotUse, faces: Lot['faces']): Lot => ({
      block: code,
      number,
      box,
      bank: null,
      hole: null,
      character: section.character,
      use,
      faces,
    })
    const [share, uses] = pattern.whole
    if (random() < share) return [lot(1, block, weighted(random, uses), 'south')]
    const [u0, v0, u1, v1] = block
    const back = onGrid((v0 + v1) / 2 + between(random, -2, 2))
    const lots: Lot[] = []
    for (const faces of ['south', 'north'] as const) {
      const cuts = cutInterval(u0, u1, pattern.lotWidth * between(random, 0.9, 1.15), 0.14, random)
      for (let i = 0; i + 1 < cuts.length; i++) {
        const box: Box =
          faces === 'south' ? [cuts[i], v0, cuts[i + 1], back] : [cuts[i], back, cuts[i + 1], v1]
        lots.push(lot(lots.length + 1, box, weighted(random, pattern.uses), faces))
      }
    }
    return lots
  })
}

/** Farms and woods, with a few house lots cut out along the road. */
function ruralLots(section: Section, random: Random): Lot[] {
  const [u0, v0, u1, v1] = section.box
  const road = section.box[1] > 0 ? 'south' : 'north'
  const houses = random() < 0.35 ? Math.round(between(random, 2, 7)) : 0
  const deep = 78
  const edge = onGrid(u0 + Math.min(houses * 62, widthOf(section.box) * 0.7))
  const strip = (west: number, east: number): Box =>
    road === 'south' ? [west, v0, east, v0 + deep] : [west, v1 - deep, east, v1]
  const rest: Box = road === 'south' ? [u0, v0 + deep, u1, v1] : [u0, v0, u1, v1 - deep]
  const boxes: [Box, LotUse][] = []
  if (houses > 0) {
    const cuts = cutInterval(u0, edge, 62, 0.1, random)
    for (let i = 0; i + 1 < cuts.length; i++) {
      const use = weighted<LotUse>(random, [
        ['house', 5],
        ['mobile_home', 4],
        ['vacant', 2],
      ])
      boxes.push([strip(cuts[i], cuts[i + 1]), use])
    }
    boxes.push([strip(edge, u1), 'acreage'])
  }
  const farms = splitToArea(houses > 0 ? rest : section.box, between(random, 3e5, 9e5), random)
  for (const farm of farms) boxes.push([farm, weighted(random, RURAL)])
  return boxes.map(([box, use], index) => ({
    block: `${section.code}-0000`,
    number: index + 1,
    box,
    bank: null,
    hole: null,
    character: 'rural',
    use,
    faces: road,
  }))
}

/** Lots between the bank and the riverfront line: their water side has many vertices. */
function riverfrontLots(section: Section, random: Random): Lot[] {
  const { box, character } = section
  const width = { town: 90, suburb: 45, estate: 110, rural: 560, beach: 400 }[character]
  const uses: Uses =
    character === 'town'
      ? [
          ['park', 5],
          ['restaurant', 2],
          ['vacant', 1],
        ]
      : character === 'beach'
        ? [['park', 1]]
        : [
            ['house', 6],
            ['vacant', 2],
            ['park', 1],
          ]
  const cuts = cutInterval(box[0], box[2], width, 0.15, random)
  return cuts.slice(1).map((east, index) => ({
    block: `${section.code}-0000`,
    number: index + 1,
    box: [cuts[index], box[1], east, box[3]],
    bank: section.bank,
    hole: null,
    character,
    use: character === 'rural' ? weighted(random, RURAL) : weighted(random, uses),
    faces: section.bank === 'south' ? 'north' : 'south',
  }))
}

/** Gives a lot a hole of `side` metres in its middle, and returns the lot that fills it. */
export function cutCemetery(lot: Lot, side: number): Lot {
  const margin = (Math.min(widthOf(lot.box), heightOf(lot.box)) - side) / 2
  const [u0, v0] = inset(lot.box, margin)
  const hole: Box = [onGrid(u0), onGrid(v0), onGrid(u0 + side), onGrid(v0 + side)]
  lot.hole = hole
  return { ...lot, number: 900, box: hole, hole: null, use: 'cemetery' }
}
