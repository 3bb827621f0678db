import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { CREDIT_AMOUNT_MAX } from '../store/store-limits.ts'
import { TOOLS } from '../tools/tool-list.ts'
import {
  formatCredits,
  leastPriceOfStep,
  outputTokensFor,
  PRICES,
  parseCredits,
  priceOfAnswer,
  priceOfTool,
} from './prices.ts'
import type { Effort } from './turn-models.ts'

const EFFORTS: Effort[] = ['low', 'medium', 'high', 'pro']
const random = seededRandom(FUZZ_SEED, 'prices')
const below = (max: number) => Math.floor(random() * max)

test('an answer costs its tokens, of which cached input is cheaper', () => {
  const usage = { input: 1_000_000, cached: 0, output: 0 }
  expect(priceOfAnswer('medium', usage)).toBe(300_000)
  expect(priceOfAnswer('medium', { ...usage, cached: 1_000_000 })).toBe(30_000)
  expect(priceOfAnswer('medium', { input: 0, cached: 0, output: 1_000_000 })).toBe(1_500_000)
  // 1,600 of input, 400 of cached input and 200 of output: 0.48, 0.012 and 0.3 credits.
  expect(priceOfAnswer('medium', { input: 2_000, cached: 400, output: 200 })).toBe(792)
  expect(priceOfAnswer('low', { input: 1, cached: 0, output: 0 })).toBe(1)
})

test('each effort costs more than the one below it', () => {
  const usage = { input: 5_000, cached: 1_000, output: 900 }
  const prices = EFFORTS.map((effort) => priceOfAnswer(effort, usage))
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(new Set(prices).size).toBe(EFFORTS.length)
})

test('counts that no provider may report still give a price within bounds', () => {
  const odd = [Number.NaN, -5, Number.POSITIVE_INFINITY, 1e300, 0.5, Number.MAX_SAFE_INTEGER]
  for (const input of odd)
    for (const cached of odd)
      for (const output of odd) {
        const price = priceOfAnswer('pro', { input, cached, output })
        expect(Number.isSafeInteger(price), `${[input, cached, output]}`).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThan(CREDIT_AMOUNT_MAX)
      }
  const most = { input: 1_000, cached: 1_000, output: 0 }
  expect(priceOfAnswer('low', { ...most, cached: 9_000 })).toBe(priceOfAnswer('low', most))
})

test('the output that an amount pays for costs no more than it, and one token more does', () => {
  for (let i = 0; i < 2_000; i++) {
    const effort = EFFORTS[below(EFFORTS.length)]
    const [milli, input] = [below(50_000), below(20_000)]
    const output = outputTokensFor(effort, milli, input)
    const usage = { input, cached: 0, output }
    const more = priceOfAnswer(effort, { ...usage, output: output + 1 })
    expect(more, JSON.stringify({ effort, milli, input })).toBeGreaterThan(milli)
    if (output > 0) expect(priceOfAnswer(effort, usage)).toBeLessThanOrEqual(milli)
  }
})

test('the least price of a step pays for some output', () => {
  for (const effort of EFFORTS) {
    const least = leastPriceOfStep(effort)
    expect(least).toBeGreaterThan(0)
    expect(outputTokensFor(effort, least, 1_000)).toBeGreaterThan(0)
  }
})

test('views cost something, edits, reads and unknown tools nothing, and each price has its tool', () => {
  expect(priceOfTool('view_scene')).toBeGreaterThan(0)
  for (const tool of ['create_wall', 'get_zones', 'constructor', ''])
    expect(priceOfTool(tool)).toBe(0)
  const names = [...TOOLS.map(({ name }) => name), 'view_scene']
  for (const tool of Object.keys(PRICES.tools)) expect(names).toContain(tool)
})

describe('an amount on the wire', () => {
  test.each([
    ['5', 5_000],
    ['2.5', 2_500],
    ['0.001', 1],
    ['10.050', 10_050],
    ['1000000000', CREDIT_AMOUNT_MAX],
  ])('%j is read', (text, milli) => {
    expect(parseCredits(text)).toEqual({ milli })
  })

  const plain = /^must be a number above 0 in plain digits/
  const above = /^must be a number above 0, got/
  const decimals = /^must be a number of at most 3 decimals/
  const most = /^must be at most 1000000000, got/
  test.each([
    ['1e3', plain],
    [' 5 ', plain],
    ['5\n', plain],
    ['Infinity', plain],
    ['NaN', plain],
    ['0x10', plain],
    ['', plain],
    ['-0', plain],
    ['-5', plain],
    ['+5', plain],
    ['5.', plain],
    ['.5', plain],
    ['05', plain],
    ['1,000', plain],
    ['1_000', plain],
    ['٥', plain],
    ['0', above],
    ['0.000', above],
    ['0.0001', decimals],
    ['2.5000', decimals],
    ['1000000000.001', most],
    ['9'.repeat(400), most],
  ])('%j is refused with its reason', (text, problem) => {
    expect(parseCredits(text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('a long text is quoted in part', () => {
    const { problem } = parseCredits('x'.repeat(100_000)) as { problem: string }
    expect(problem.length).toBeLessThan(200)
  })

  test('what is formatted is read again as the same', () => {
    const amounts = Array.from({ length: 2_000 }, (_, i) => 1 + below(10 ** (1 + (i % 12))))
    for (const milli of [...amounts, 1, 999, 1_000, 1_001, CREDIT_AMOUNT_MAX])
      expect(parseCredits(formatCredits(milli))).toEqual({ milli })
    expect([0, 10, 1_500, 12_000].map(formatCredits)).toEqual(['0', '0.01', '1.5', '12'])
  })
})
