import { expect, test } from 'vitest'
import { clausesOf } from '../language/clause.ts'
import { sizeChangeOf } from './room-size.ts'
import type { SizeChange } from './size-change.ts'

const LABELS = ['Living room', 'Kitchen', 'Bathroom', 'Hall']

const by = (dimension: string, metres: number, side: string | null = null) => ({
  kind: 'by',
  dimension,
  metres,
  side,
})
const to = (dimension: string, metres: number, side: string | null = null) => ({
  kind: 'to',
  dimension,
  metres,
  side,
})
const areaTo = (metres2: number) => ({ kind: 'area to', metres2, side: null })
const areaBy = (metres2: number) => ({ kind: 'area by', metres2, side: null })
const areaTimes = (factor: number, isChosen = false, side: string | null = null) => ({
  kind: 'area times',
  factor,
  isChosen,
  side,
})
const times = (dimension: string, factor: number, isChosen = false) => ({
  kind: 'times',
  dimension,
  factor,
  isChosen,
  side: null,
})
const size = (width: number, depth: number) => ({
  kind: 'size',
  metres: [width, depth],
  side: null,
})

const CASES: [request: string, change: object][] = [
  ['Make the bath 50 cm wider.', by('width', 0.5)],
  ['Please make the bath wider by 50 cm', by('width', 0.5)],
  ['increase the width of the bath by 50cm', by('width', 0.5)],
  ['widen the bathroom by 2 ft', by('width', 0.6096)],
  ['Could you make the bathroom half a metre wider, please?', by('width', 0.5)],
  ['can the kitchen be a metre wider?', by('width', 1)],
  ['make the hall 20cm narrower', by('width', -0.2)],
  ['narrow the hall by 20 cm', by('width', -0.2)],
  ['make the kitchen 1 m wider to the east', by('width', 1, 'east')],
  ['extend the kitchen 1 m to the south', by('any', 1, 'south')],
  ['extend the kitchen southwards by 1 m', by('any', 1, 'south')],
  ['Lengthen the living room by 80 cm.', by('length', 0.8)],
  ['make the bathroom 1\'6" deeper', by('depth', 0.4572)],
  ['give the bathroom 30 cm more width', by('any', 0.3)],
  ['make the hall 1.5 m wide', to('width', 1.5)],
  ['widen the hall to 1.5 m', to('width', 1.5)],
  ['the hall should be at least 1.2 m wide', to('width', 1.2)],
  ['set the width of the kitchen to 3 metres', to('width', 3)],
  ['the width of the kitchen should be 3 m', to('width', 3)],
  ["I'd like the kitchen to be 10 feet wide", to('width', 3.048)],
  ['The kitchen should have 14 m².', areaTo(14)],
  ['the kitchen must be about 14 sqm', areaTo(14)],
  ['shrink the living room to 20 square metres', areaTo(20)],
  ['I want the kitchen to have an area of 14 m2', areaTo(14)],
  ['reduce the area of the kitchen to 9 m²', areaTo(9)],
  ['make the kitchen 14 m2 large', areaTo(14)],
  ['make the kitchen 3 m² larger', areaBy(3)],
  ['add 2 m² to the bathroom', areaBy(2)],
  ['make the living room smaller by 4 m²', areaBy(-4)],
  ['make the kitchen twice as large', areaTimes(2)],
  ['double the size of the kitchen', areaTimes(2)],
  ['halve the living room', areaTimes(0.5)],
  ['make the kitchen 20% bigger', areaTimes(1.2)],
  ['make the kitchen a bit larger', areaTimes(1.1, true)],
  ['enlarge the kitchen', areaTimes(1.1, true)],
  ['enlarge the kitchen to the east', areaTimes(1.1, true, 'east')],
  ['the bath is too small', areaTimes(1.1, true)],
  ['make the hall twice as wide', times('width', 2)],
  ['make the hall somewhat wider', times('width', 1.1, true)],
  ["I'd like the bath to be 2.5 m by 3 m", size(2.5, 3)],
  ['kitchen 14 m2', areaTo(14)],
  ['bathroom 3 m wide', to('width', 3)],
  ['make the bathroom 8 x 10 ft', size(2.4384, 3.048)],
]

test.each(CASES)('%s', (request, change) => {
  const found = readOf(request)
  expect(found).toEqual([roundedChange(change as SizeChange)])
})

test.each([
  'make the kitchen cosy',
  'set the kitchen',
  'make the kitchen 3 m',
  'how large is the kitchen?',
  'paint the kitchen 2 times',
])('%s: no change of size', (request) => {
  expect(readOf(request)).toEqual([])
})

function readOf(request: string) {
  return clausesOf(request, LABELS).flatMap((clause) => {
    const found = sizeChangeOf(clause)
    return found ? [roundedChange(found.change)] : []
  })
}

/** With numbers on a grid of a millimetre: feet have more decimals. */
const roundedChange = (change: SizeChange): unknown =>
  JSON.parse(
    JSON.stringify(change, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ),
  )
