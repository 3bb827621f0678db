import type { Lot } from '../land/lots.ts'
import { zipOf } from '../land/street-names.ts'
import { evenNumberAt, type Stretch } from '../land/streets.ts'
import type { PlanPoint } from '../plan/plan.ts'
import type { Court } from './courts.ts'

/** House numbers of one side from the line's beginning to its end; null for a side without any. */
export type SideNumbers = { from: number; to: number; parity: 'O' | 'E' | 'B'; zip: string } | null

/** One record of TIGER's ADDRFEAT: a line with the numbers of its sides, as it is drawn. */
export interface AddressRange {
  /** The publisher's ids of the stretch, of its name, and of each side's range. */
  stretchId: number
  nameId: number
  name: string
  left: SideNumbers
  right: SideNumbers
  /** The line in the plan. */
  line: PlanPoint[]
  isPrivate: boolean
}

/** Stretches with something odd, of the suburbs, with lots on both sides. */
export interface RangeStretches {
  /** Its north side is marked as having numbers of both parities. */
  mixedParity: Stretch
  /** Its south side has another ZIP code than its north side. */
  twoZips: Stretch
  /** Its ranges end at its middle: the numbers beyond are in no range. */
  cutShort: Stretch
  /** Its north side has two ranges, in two records. */
  twoRanges: Stretch
  /** It has a second record under another name. */
  alias: Stretch
}

/** One in this many stretches is drawn from east to west, so that numbers fall along it. */
const TURNED_EVERY = 4
/** Vertices along a line in metres, so that it follows the warp. */
const STEP = 40

const ALIAS = 'OLD FERRY RD'

export function buildRanges(
  stretches: readonly Stretch[],
  courts: readonly Court[],
): { ranges: AddressRange[]; oddStretches: RangeStretches } {
  const odd = chooseStretches(stretches)
  const nameIds = new Map<string, number>()
  const nameIdOf = (name: string): number => {
    const known = nameIds.get(name) ?? nameIds.size + 1
    nameIds.set(name, known)
    return known
  }
  const ranges = stretches.flatMap((stretch, i): AddressRange[] => {
    const records = recordsOf(stretch, odd, i + 1)
    const drawn = i % TURNED_EVERY === TURNED_EVERY - 1 ? records.map(turned) : records
    return drawn.map((record) => ({ ...record, nameId: nameIdOf(record.name) }))
  })
  const ofCourts = courts.map((court, i) => courtRange(court, stretches.length + i + 1))
  return {
    ranges: [...ranges, ...ofCourts.map((each) => ({ ...each, nameId: nameIdOf(each.name) }))],
    oddStretches: odd,
  }
}

type Record = Omit<AddressRange, 'nameId'>

function recordsOf(stretch: Stretch, odd: RangeStretches, stretchId: number): Record[] {
  const { name, west, east, axis } = stretch
  const end = stretch === odd.cutShort ? (west + east) / 2 : east
  const left = numbersOf(stretch.north, west, end, 1)
  const right = numbersOf(stretch.south, west, end, 0)
  if (left && stretch === odd.mixedParity) Object.assign(left, { parity: 'B', to: left.to + 1 })
  if (right && stretch === odd.twoZips) right.zip = otherZip(right.zip)
  const line = lineAlong(west, east, axis)
  const record = { stretchId, name, left, right, line, isPrivate: false }
  if (!left && !right) return []
  if (stretch === odd.alias) return [record, { ...record, name: ALIAS }]
  if (stretch !== odd.twoRanges || !left) return [record]
  const middle = evenNumberAt((west + east) / 2) + 1
  return [
    { ...record, left: { ...left, to: middle - 2 } },
    { ...record, left: { ...left, from: middle }, right: null },
  ]
}

/** The possible numbers of a side by its metres, used by a lot or not. */
function numbersOf(
  lots: Stretch['north'],
  west: number,
  east: number,
  odd: 0 | 1,
): NonNullable<SideNumbers> | null {
  const [first] = lots
  if (lots.every(({ number }) => number === null)) return null
  return {
    from: evenNumberAt(west) + odd,
    to: evenNumberAt(east) - 2 + odd,
    parity: odd === 1 ? 'O' : 'E',
    zip: zipOf(first.lot),
  }
}

const otherZip = (zip: string): string => (zip === '34598' ? '34599' : '34598')

function courtRange({ name, zip, west, east, axis, houses }: Court, stretchId: number): Record {
  const last = houses.length
  return {
    stretchId,
    name,
    left: { from: 1, to: last - 1, parity: 'O', zip },
    right: { from: 2, to: last, parity: 'E', zip },
    line: lineAlong(west, east, axis),
    isPrivate: true,
  }
}

function lineAlong(west: number, east: number, axis: number): PlanPoint[] {
  const line: PlanPoint[] = [[west, axis]]
  for (let k = Math.ceil((west + 1) / STEP); k * STEP < east - 1; k++) line.push([k * STEP, axis])
  return [...line, [east, axis]]
}

/** The same record drawn the other way: sides and ends change places. */
function turned<Each extends Record>(record: Each): Each {
  const back = (side: SideNumbers): SideNumbers => side && { ...side, from: side.to, to: side.from }
  const { left, right, line } = record
  return { ...record, left: back(right), right: back(left), line: line.toReversed() }
}

/** Chosen by position, so that the same ones are odd whatever the seed. */
function chooseStretches(stretches: readonly Stretch[]): RangeStretches {
  const hasHouses = (lots: Stretch['north']) => lots.filter(({ lot }) => isHouse(lot)).length > 2
  const fit = stretches.filter(
    ({ character, north, south }) => character === 'suburb' && hasHouses(north) && hasHouses(south),
  )
  if (fit.length < 10) throw new Error('the county has too few suburban streets')
  const at = (share: number): Stretch => fit[Math.floor(fit.length * share)]
  return {
    mixedParity: at(0.1),
    twoZips: at(0.3),
    cutShort: at(0.5),
    twoRanges: at(0.7),
    alias: at(0.9),
  }
}

const isHouse = ({ use, bank }: Lot): boolean => use === 'house' && bank === null
