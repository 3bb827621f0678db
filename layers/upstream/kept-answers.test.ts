import { expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const MIB = 1024 * 1024
const KEPT_MS = 1_000

/** Answers of these sizes, asked for one after the other; which of them are still kept. */
async function keptOf(sizes: number[], now = () => 0): Promise<boolean[]> {
  const answers = new KeptAnswers(now)
  for (const [i, bytes] of sizes.entries())
    await answers.fly(`${i}`, KEPT_MS, async () => ({ value: i, bytes }))
  return sizes.map((_, i) => answers.get(`${i}`) !== null)
}

test('the oldest answers go when all of them together grow too large', async () => {
  expect(await keptOf([3 * MIB, 4 * MIB, 4 * MIB, 4 * MIB])).toEqual([true, true, true, true])
  expect(await keptOf([3 * MIB, 4 * MIB, 4 * MIB, 4 * MIB, 4 * MIB])).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('an answer that alone is a quarter of that is given, and not kept', async () => {
  const answers = new KeptAnswers(() => 0)
  const large = async () => ({ value: 'large', bytes: 4 * MIB + 1 })
  expect(await answers.fly('large', KEPT_MS, large)).toBe('large')
  expect(answers.get('large')).toBeNull()
})

test('the room of an answer that has grown old is free again', async () => {
  let now = 0
  const answers = new KeptAnswers(() => now)
  const ask = (key: string) =>
    answers.fly(key, KEPT_MS, async () => ({ value: key, bytes: 4 * MIB }))
  for (const key of ['a', 'b', 'c', 'd']) await ask(key)
  now = KEPT_MS + 1
  expect(['a', 'b', 'c', 'd'].map((key) => answers.get(key))).toEqual([null, null, null, null])
  for (const key of ['e', 'f', 'g', 'h']) await ask(key)
  expect(['e', 'f', 'g', 'h'].map((key) => answers.get(key)?.value)).toEqual(['e', 'f', 'g', 'h'])
})

test('the 513th answer takes the place of the first, however small they are', async () => {
  const kept = await keptOf(Array.from({ length: 513 }, () => 1))
  expect([kept[0], kept[1], kept[512]]).toEqual([false, true, true])
})
