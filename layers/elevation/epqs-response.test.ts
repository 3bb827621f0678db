import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { datumOf3dep } from './datum.ts'
import { parseEpqs } from './epqs-response.ts'

const [LNG, LAT] = [-72, 30]
const httpResponse = (text: string): HttpResponse => ({
  status: 200,
  headers: new Headers(),
  bytes: Buffer.from(text),
})
/**
 * A valid response of 12.5 m at 30 N, 72 W, with these fields changed; undefined leaves one out.
 */
const body = (change: object = {}) =>
  JSON.stringify({
    location: { x: LNG, y: LAT },
    value: 12.5,
    rasterId: 61_823,
    resolution: 1,
    ...change,
  })
const read = (change: object = {}) => parseEpqs(httpResponse(body(change)), LNG, LAT)

describe('the height of a response', () => {
  test.each([
    [-500, -500],
    [9_000, 9_000],
    [0, 0],
    ['-0.25', -0.25],
    ['264.221008301', 264.221008301],
  ])('%j is ground', (value, height_m) => {
    expect(read({ value })).toMatchObject({ kind: 'height', height_m })
  })

  test.each([
    -500.01,
    9_000.01,
    '-500.01',
    '9000.01',
    -999_999,
    -1_000_001,
    1_000_000,
    -32_768,
    29_032,
  ])('%j m is not ground of 3DEP: another unit, or another nodata value', (value) => {
    expect(() => read({ value })).toThrow(InvalidResponse)
    expect(() => read({ value })).toThrow(`${Number(value)} m, which is not a height of ground`)
  })

  test.each([-1_000_000, '-1000000', '-1000000.0', null])('%j is not a height', (value) => {
    expect(read({ value })).toEqual({ kind: 'none' })
  })

  test.each([
    undefined,
    '',
    ' 12',
    '12 ft',
    '1e3',
    '12.',
    '.5',
    '+12',
    '1,200',
    '0x10',
    true,
    [],
    {},
    ['12'],
  ])('%j is a value in another shape', (value) => {
    expect(() => read({ value })).toThrow(/another shape: value/)
  })
})

describe('the point of a response', () => {
  const near = 0.000_09
  const far = 0.000_11

  test.each([
    [near, 0],
    [-near, 0],
    [0, near],
    [0, -near],
    [near, -near],
  ])('may be off by its last decimals: %d, %d degrees', (x, y) => {
    expect(read({ location: { x: LNG + x, y: LAT + y } }).kind).toBe('height')
  })

  test.each([
    [far, 0],
    [-far, 0],
    [0, far],
    [0, -far],
    [144, 0],
    [0, -60],
  ])('that is off by more is another point: %d, %d degrees', (x, y) => {
    const location = { x: LNG + x, y: LAT + y }
    expect(() => read({ location })).toThrow('answered about another point than the requested one')
    // A response about another point has nothing on this one, not even that it has no height.
    expect(() => read({ location, value: null })).toThrow('another point')
  })

  test.each([undefined, null, {}, { x: LNG }, { y: LAT }, { x: `${LNG}`, y: `${LAT}` }])(
    '%j is a point in another shape',
    (location) => {
      expect(() => read({ location })).toThrow(/another shape: location/)
    },
  )
})

describe('the resolution of a response', () => {
  test.each([
    [1, 1],
    [10, 10],
    [0.01, 0.01],
    [0.009_9, 1_100.206_8],
    [1 / 10_800, 10.29],
    [1 / 3_600, 30.87],
  ])('%d is %d m: in degrees below 0.01, in metres from there on', (resolution, metres) => {
    const answer = read({ resolution })
    expect(answer.kind === 'height' && answer.resolution_m).toBeCloseTo(metres, 2)
  })

  test.each([undefined, null, 0, -1, '1'])('%j is not one', (resolution) => {
    expect(() => read({ resolution })).toThrow(/another shape: resolution/)
  })
})

test.each([
  [61_823, '61823'],
  ['1m_x31', '1m_x31'],
  [0, '0'],
  [null, null],
  [undefined, null],
])('the raster %j is named %j', (rasterId, raster_id) => {
  expect(read({ rasterId })).toMatchObject({ raster_id })
})

describe('a body', () => {
  test.each(['null', 'true', 'false', 'NaN', '[]', '""', '12.5'])(
    'of %s is neither a sentence nor a height',
    (text) => {
      expect(() => parseEpqs(httpResponse(text), LNG, LAT)).toThrow(InvalidResponse)
    },
  )

  test.each(['nothing found', 'Invalid or missing input parameters.', '  Call failed.'])(
    'of words is a sentence: %s',
    (text) => {
      expect(parseEpqs(httpResponse(text), LNG, LAT)).toEqual({
        kind: 'sentence',
        words: text.trim(),
      })
    },
  )

  test('that is not UTF-8 is wrong', () => {
    const answer = { ...httpResponse(''), bytes: Buffer.from([0xff, 0xfe, 0x41]) }
    expect(() => parseEpqs(answer, LNG, LAT)).toThrow('bytes that are not text')
  })
})

describe('the datum of 3DEP', () => {
  test.each([
    [-125.1, 24.3],
    [-66.8, 49.5],
    [-180, 51],
    [-129.9, 71.6],
  ])('at %d, %d, a corner of the mainland or of Alaska, is NAVD88', (lng, lat) => {
    expect(datumOf3dep(lng, lat)).toBe('NAVD88')
  })

  test.each([
    [-125.2, 24.3],
    [-125.1, 24.2],
    [-66.7, 49.5],
    [-66.8, 49.6],
    [-180, 50.9],
    [-129.8, 71.6],
    [-129.9, 71.7],
    [180, 51],
    [-64.8, 18.3],
  ])('at %d, %d, past them, is not NAVD88', (lng, lat) => {
    expect(datumOf3dep(lng, lat)).toBe('a local datum of the island, not NAVD88')
  })
})
