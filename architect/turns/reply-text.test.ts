import { expect, test } from 'vitest'
import { weighted, wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { replyText } from './reply-text.ts'

const ROUNDS = 300

/** A JSON value as a model writes cards: nested, with texts of several lines. */
function randomValue(random: Random, depth = 0): unknown {
  const kind = weighted(random, [
    ['text', 4],
    ['number', 2],
    ['list', depth < 3 ? 2 : 0],
    ['object', depth < 3 ? 3 : 0],
  ])
  const count = wholeBetween(random, 0, 3)
  if (kind === 'number') return wholeBetween(random, -5, 5)
  if (kind === 'text')
    return weighted(random, [
      ['Kitchen', 3],
      ['', 1],
      ['{"a":1}', 1],
      ['one\n{"two": [', 1],
    ])
  const values = Array.from({ length: count }, () => randomValue(random, depth + 1))
  return kind === 'list' ? values : Object.fromEntries(values.map((value, i) => [`f${i}`, value]))
}

test('no line of a reply begins with JSON, whatever cards the model writes', () => {
  const random = seededRandom(FUZZ_SEED, 'cards of replies')
  for (let round = 0; round < ROUNDS; round++) {
    const value = { card: randomValue(random), more: randomValue(random) }
    const card = JSON.stringify(
      value,
      null,
      weighted(random, [
        [0, 1],
        [2, 1],
      ]),
    )
    const text = weighted(random, [
      [card, 2],
      [`Here it is:\n${card}\nDone.`, 2],
      [card.slice(0, wholeBetween(random, 1, card.length)), 1],
      [`[${card}]`, 1],
    ])
    const reply = replyText(text)
    expect(reply, text).not.toMatch(/^[^\S\n]*[{[][^\S\n]*"/m)
  }
})

test('embedded bytes are left out', () => {
  const bytes = 'QUJD'.repeat(200)
  expect(replyText(`See data:image/png;base64,${bytes} here`)).toBe('See [file] here')
  expect(replyText(`See ${bytes}== here`)).toBe('See [file] here')
  const card = JSON.stringify({ picture: `data:image/png;base64,${bytes}` })
  expect(replyText(card)).toBe('picture: [file]')
})
