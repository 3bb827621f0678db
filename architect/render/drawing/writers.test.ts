import { expect, test } from 'vitest'
import { withFields } from '../../../tests/houses/scene-of.ts'
import { smallHouse } from '../../../tests/houses/small-house.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import type { Scene } from '../../scene/scene.ts'
import { drawView } from '../draw-view.ts'
import { drawableName, drawableText, isDrawable } from '../letters.ts'
import { Paper } from '../paper.ts'
import { planDrawing } from '../plan/plan-view.ts'
import { uprightDrawing } from '../upright/upright-view.ts'
import { readViewRequest, type ViewRequest } from '../view-request.ts'
import { drawChain } from './dimension-chain.ts'
import { formatArea, formatHeight, formatLength } from './lengths.ts'
import type { SheetBox, TextMark } from './sheet.ts'

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Reads XML strictly: throws for tags that do not close, and returns the texts of `name`. */
function textsOfXml(xml: string, name: string): string[] {
  const open: string[] = []
  const texts: string[] = []
  let at = 0
  const token =
    /<\?[^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot);)+)/y
  while (at < xml.length) {
    token.lastIndex = at
    const found = token.exec(xml)
    if (!found) throw new Error(`not XML at ${at}: ${xml.slice(at, at + 60)}`)
    at = token.lastIndex
    const [, closed, opened, , isEmpty, text] = found
    if (closed !== undefined && open.pop() !== closed)
      throw new Error(`</${closed}> closes another`)
    if (opened !== undefined && isEmpty === '') open.push(opened)
    if (text !== undefined && open.at(-1) === name)
      texts.push(text.replace(/&\w+;/g, (entity) => ENTITIES[entity]))
  }
  if (open.length > 0) throw new Error(`<${open.join('>, <')}> stay open`)
  return texts
}

/** One object, whose solids are derived once. */
const HOUSE = smallHouse()

const texts = (marks: readonly { kind: string }[]): string[] =>
  marks.filter((mark): mark is TextMark => mark.kind === 'text').map(({ text }) => text)

const fileOf = (scene: Scene, request: ViewRequest): Buffer =>
  drawView(scene, readViewRequest(request)).document!.bytes

/** A house whose room has a name that is code, in a script without letters here, turned round. */
const NAMED = withFields(HOUSE, 'zone_8', { label: 'A & B <script> "客厅" \u202e🏠' })

/** An elevation and a section are written alike. */
const VIEWS = isLongRun
  ? (['plan', 'elevation', 'section'] as const)
  : (['plan', 'section'] as const)

test.each(VIEWS)('a %s as SVG is XML with its texts', (view) => {
  const request = readViewRequest({ view, format: 'svg' })
  const svg = fileOf(NAMED, { view, format: 'svg' }).toString()
  const { sheet } =
    view === 'plan' ? planDrawing(NAMED, request) : uprightDrawing(NAMED, { ...request, view })
  expect(textsOfXml(svg, 'text')).toEqual(texts(sheet.marks))
  expect(texts(sheet.marks).length).toBeGreaterThan(5)
  expect(svg).toContain(`width="${sheet.width}mm" height="${sheet.height}mm"`)
  expect([297, 420]).toContain(sheet.width)
})

test.each(VIEWS)(
  'a %s as PDF has the size of its paper, the same bytes twice and no date',
  (view) => {
    const [one, other] = [1, 2].map(() => fileOf(HOUSE, { view, format: 'pdf', paper: 'A3' }))
    expect(one.equals(other)).toBe(true)
    const text = one.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.4')
    expect(text.trimEnd().slice(-5)).toBe('%%EOF')
    expect(/CreationDate|ModDate|\/ID/.exec(text)).toBeNull()
    // A3 is 420 mm by 297 mm: 1190.55 by 841.89 points of 1/72 inch, in whole points.
    const size = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.slice(1).map(Number)
    expect(size).toEqual([1191, 842])
  },
)

test('a perspective is not written as a drawing', () => {
  expect(() => fileOf(smallHouse(), { view: 'perspective', format: 'svg' })).toThrow(
    /format is png/,
  )
})

test('lengths are metres or feet and inches', () => {
  expect(formatLength(3.4, 'm')).toBe('3.40')
  expect(formatLength(0.115, 'm')).toBe('0.115')
  // 12 feet 4 1/2 inches are 148.5 inches of 0.0254 m.
  expect(formatLength(148.5 * 0.0254, 'ft')).toBe(`12'-4 1/2"`)
  expect(formatLength(6 * 0.3048, 'ft')).toBe(`6'-0"`)
  expect(formatLength(0.75 * 0.0254, 'ft')).toBe('3/4"')
  expect(formatLength(72.75 * 0.0254, 'ft')).toBe(`6'-0 3/4"`)
  // 11.99 inches round to a whole foot and not to 12 inches.
  expect(formatLength(11.99 * 0.0254, 'ft')).toBe(`1'-0"`)
  expect(formatArea(12.44, 'm')).toBe('12.4 m²')
  expect(formatArea(3, 'm')).toBe('3.0 m²')
  expect(formatArea(9.290304, 'ft')).toBe('100 ft²')
  expect(formatHeight(0.001, 'm')).toBe('±0.00')
  expect(formatHeight(-0.3, 'm')).toBe('−0.30')
  expect(formatHeight(2.8, 'm')).toBe('+2.80')
})

test('the numbers of a chain sum to the whole, also where each is rounded', () => {
  const placing = {
    width: 400,
    height: 100,
    area: { x: 10, y: 10, width: 380, height: 80 },
    scale: 50,
  }
  const paper = new Paper(placing, { minX: 0, minZ: 0, maxX: 7, maxZ: 1 })
  // Three stretches of 1.0004 m would each be 1.000 and sum to 3.000; they are 3.0012 m.
  const places = [0, 1.0004, 2.0008, 3.0012, 3.1012, 6]
  const taken: SheetBox[] = []
  const toSheet = (metres: number): number => paper.at([metres, 0])[0]
  const chain = { places, toSheet, across: 50, isUpright: false, unit: 'm' } as const
  expect(drawChain(paper, chain, taken)).toEqual([])
  const numbers = texts(paper.sheet('').marks).map(Number)
  expect(numbers).toHaveLength(5)
  expect(numbers.reduce((sum, each) => sum + each, 0)).toBeCloseTo(6, 9)
  expect(numbers.slice(0, 3)).toEqual([1, 1.001, 1])
})

test('letters that the fonts lack are replaced, whatever fonts a machine has', () => {
  expect(drawableText('Küche Łódź 12 m² ±')).toBe('Küche Łódź 12 m² ±')
  expect(drawableText('客厅 🏠 مطبخ')).toBe('?? ? ????')
  expect(drawableText('e\u0301')).toBe('é')
  // A family is one cluster of several letters; a bidirectional mark is none at all.
  expect(drawableText('a\u202eb')).toBe('a?b')
  expect(drawableName('客厅', 'Living room')).toBe('Living room')
  expect(drawableName('客厅 2', 'Living room')).toBe('?? 2')
  expect(['≤', '�', '□', '漢'].filter(isDrawable)).toEqual([])
})

test('texts of a drawing have no control or bidirectional characters', () => {
  const request = readViewRequest({ view: 'plan', format: 'svg' })
  const { sheet } = planDrawing(NAMED, request)
  const inRooms = sheet.marks.filter(({ layer }) => layer === 'rooms')
  const shown = texts(inRooms).filter((text) => text.includes('script'))
  expect(shown).toEqual(['A & B <script> "??" ??'])
})
