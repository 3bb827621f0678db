import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAddress } from '../../geocoder/parsing/address-reading.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { isLongRun } from '../long-run.ts'
import { workRatio } from './work-ratio.ts'

/** Length limit of an address: past the contract's 500 characters it is refused unread. */
const ADDRESS_MAX = 500
const SEARCH_MAX = 200
/** Most work of a hostile text, as a multiple of a plain one: a runaway pattern takes thousands. */
const RATIO_MAX = 30
/** One text in so many is compared with a plain one: as it is parsed, and as it is requested. */
const [PARSED_EVERY, REQUESTED_EVERY] = isLongRun ? [1, 3] : [5, 17]

let sample: ServedSample
beforeAll(async () => {
  sample = await serveSample()
})
afterAll(() => sample?.close())

const get = (target: string) => sample.app.inject(target)
const asAddress = (text: string) =>
  get(`/api/v1/location?layers=parcel&address=${encodeURIComponent(text)}`)
const asSearch = (text: string) => get(`/api/v1/search?q=${encodeURIComponent(text)}`)

/** Ambiguous pieces that are hard for address patterns, to be repeated. */
const PIECES = [
  ...['(', ')', '((', ',', ', ', ' ,', '-', '--', '#', '# ', '/', '&', '&amp;', '&#38;', '.', "'"],
  ...['1 ', '1-1', '1-1/2 ', '1/2 ', '12-3 1/2 ', '1a ', '1a1a', '0', '00000', '12 n 12 s '],
  ...['n ', 's ne sw ', 'st ', 'st st ', 'ave of the ', 'highway 1 ', 'us hwy ', 'cr 1 sr '],
  ...['unit ', 'apt 1 ', 'apt # ', 'bldg 2 apt ', 'floor 1st ', 'first ', 'twenty first ', '1st '],
  ...['a ', 'aa', 'main st ', 'zz ', '34599 ', '34599-1234 ', 'main st, ', ' ', '\t', '\u00a0'],
  ...['\u0300', 'e\u0301', '\u200b', '\u202e', '\u{1F30A}', '\u00bd', '\u2013', '\ufb01', '\u0130'],
]
const plainOf = (length: number) => `12 ${'maple '.repeat(length)}`.slice(0, length)
const filled = (piece: string, length: number) =>
  [...piece.repeat(Math.ceil(length / [...piece].length))].slice(0, length).join('')

/** Long texts of one repeated piece with an unmatched end, and seeded mixtures of all pieces. */
function hostileTexts(length: number): string[] {
  const random = seededRandom(20_261_121)
  const pick = () => PIECES[Math.floor(random() * PIECES.length)]
  const single = PIECES.flatMap((piece) => [
    filled(piece, length),
    `1 ${filled(piece, length - 3)}!`,
  ])
  const mixed = Array.from({ length: 60 }, () => {
    const parts = Array.from({ length }, pick).join('')
    return [...parts].slice(0, length).join('')
  })
  return [...single, ...mixed].filter((text) => text.trim().length >= 3)
}

describe('a long address', () => {
  test('made to trip a pattern is read about as fast as a plain one', async () => {
    const texts = hostileTexts(ADDRESS_MAX)
    expect(texts.length).toBeGreaterThan(150)
    for (const text of texts.filter((_, i) => i % PARSED_EVERY === 0)) {
      const ratio = await workRatio(parseAddress, text, plainOf(ADDRESS_MAX))
      expect(ratio, JSON.stringify(text.slice(0, 60))).toBeLessThan(RATIO_MAX)
    }
  })

  test('is looked up about as fast as a plain one', async () => {
    for (const text of hostileTexts(ADDRESS_MAX).filter((_, i) => i % REQUESTED_EVERY === 0)) {
      const { statusCode } = await asAddress(text)
      expect([200, 400, 404, 414], text.slice(0, 60)).toContain(statusCode)
      const ratio = await workRatio(asAddress, text, plainOf(ADDRESS_MAX))
      expect(ratio, JSON.stringify(text.slice(0, 60))).toBeLessThan(RATIO_MAX)
    }
  })

  test('has a bounded number of readings', () => {
    // `READINGS_MAX`: 64 of one line.
    for (const text of hostileTexts(ADDRESS_MAX))
      expect(parseAddress(text).length, text.slice(0, 60)).toBeLessThanOrEqual(64)
  })
})

test('a long text is searched about as fast as a plain one', async () => {
  for (const text of hostileTexts(SEARCH_MAX).filter((_, i) => i % REQUESTED_EVERY === 0)) {
    const { statusCode } = await asSearch(text)
    expect([200, 400], text.slice(0, 60)).toContain(statusCode)
    const ratio = await workRatio(asSearch, text, plainOf(SEARCH_MAX))
    expect(ratio, JSON.stringify(text.slice(0, 60))).toBeLessThan(RATIO_MAX)
  }
})

describe('giant parameters', () => {
  const LOCATION = '/api/v1/location?ll=30,-72&layers='

  test('layers of 8,000 characters cost about as much as a short list', async () => {
    const once = (await get(`${LOCATION}parcel,flood`)).json()
    const often = `${'parcel,flood,'.repeat(600)}flood`
    const answer = await get(`${LOCATION}${often}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().layers).toEqual(once.layers)
    const lists = [
      often,
      'x,'.repeat(3_900),
      'x'.repeat(7_800),
      ','.repeat(7_800),
      'flood%2C'.repeat(900),
    ]
    for (const list of lists) {
      const ratio = await workRatio((text) => get(`${LOCATION}${text}`), list, 'parcel,flood')
      expect(ratio, list.slice(0, 20)).toBeLessThan(RATIO_MAX)
    }
    for (const list of lists.slice(1, 4)) {
      const { statusCode, body } = await get(`${LOCATION}${list}`)
      expect([statusCode, JSON.parse(body).error.param]).toEqual([400, 'layers'])
      // The response does not repeat the whole parameter.
      expect(body.length).toBeLessThan(2_000)
    }
  })

  test('a thousand parameters, or one a thousand times, are refused by name', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `p${i}=1`).join('&')
    const same = Array.from({ length: 1_000 }, () => 'll=1,1').join('&')
    for (const query of [many, same, 'll[]=1', 'll[a]=1', '__proto__=1', 'constructor=1&ll=1,1']) {
      const { statusCode, body } = await get(`/api/v1/location?${query}`)
      expect([statusCode, JSON.parse(body).error.code], query.slice(0, 20)).toEqual([
        400,
        'invalid_request',
      ])
      expect(body.length).toBeLessThan(3_000)
    }
  })

  test.each([
    ['ll', `${'1'.repeat(3_000)},${'1'.repeat(3_000)}`],
    ['ll', `${' '.repeat(3_000)}1,1${' '.repeat(3_000)}x`],
    ['ll', `1.${'0'.repeat(3_000)},1`],
    ['ll', `${'+-'.repeat(2_000)},1`],
    ['parcel', `pk_${'a'.repeat(7_000)}`],
  ])('%s of thousands of signs costs about what a plain one does', async (name, value) => {
    const send = (text: string) =>
      get(`/api/v1/location?layers=parcel&${name}=${encodeURIComponent(text)}`)
    expect([200, 400, 414]).toContain((await send(value)).statusCode)
    expect(await workRatio(send, value, '30,-72')).toBeLessThan(RATIO_MAX)
  })
})

describe('a cursor', () => {
  const page = async (cursor: string, more = '') =>
    get(`/api/v1/parcels?limit=2${more}&cursor=${encodeURIComponent(cursor)}`)
  let cursor: string
  beforeAll(async () => {
    cursor = (await get('/api/v1/parcels?limit=2')).json().next_cursor
  })

  test('with any character changed, cut or doubled is refused', async () => {
    expect((await page(cursor)).statusCode).toBe(200)
    const others = [...cursor].flatMap((sign, i) => {
      const changed = sign === 'A' ? 'B' : 'A'
      const [before, after] = [cursor.slice(0, i), cursor.slice(i + 1)]
      return [`${before}${changed}${after}`, `${before}${after}`, `${before}${sign}${sign}${after}`]
    })
    const odd = ['', ' ', '=', `${cursor}=`, `${cursor} `, cursor.toLowerCase(), "' OR 1=1 --"]
    for (const other of [...others, ...odd].filter((each) => each !== cursor)) {
      const { statusCode, body } = await page(other)
      expect([statusCode, JSON.parse(body).error.param], other).toEqual([400, 'cursor'])
    }
  })

  test('of other filters is refused', async () => {
    const { statusCode, body } = await page(cursor, '&county=99001')
    expect([statusCode, JSON.parse(body).error.param]).toEqual([400, 'cursor'])
  })

  test('forged for a row that does not exist ends the list, and reads nothing else', async () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (const place of [0xffffffff, 0x7fffffff, 1_000_000]) {
      bytes.writeUInt32BE(place, 0)
      const content = bytes.subarray(0, -4)
      const check = createHash('sha256').update('cursor').update(content).digest().subarray(0, 4)
      const made = Buffer.concat([content, check]).toString('base64url')
      const { statusCode, body } = await page(made)
      expect(statusCode).toBe(200)
      expect(JSON.parse(body)).toMatchObject({ data: [], has_more: false })
    }
  })
})
