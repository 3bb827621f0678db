import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { TextWriter } from './text-writer.ts'

test('each distinct text is written once, and has one code', () => {
  const random = seededRandom(7, 'texts')
  const letters = ['', 'a', 'ä', '€', '🏠', '\0', 'x'.repeat(400)]
  const texts = Array.from({ length: 20_000 }, () => {
    const start = letters[Math.floor(random() * letters.length)]
    return `${start}${Math.floor(random() * 3_000) || ''}`
  })
  const writer = new TextWriter()
  const codes = texts.map((text) => writer.code(text))
  const known = new Map(texts.map((text, i) => [text, codes[i]]))
  expect(known.size).toBeGreaterThan(10_000)
  expect(texts.every((text, i) => known.get(text) === codes[i])).toBe(true)
  expect(new Set(known.values()).size).toBe(known.size)
  const bytes = Buffer.from(writer.bytes())
  const read = (code: number) =>
    bytes.toString('utf8', code * 4 + 4, code * 4 + 4 + bytes.readUInt32LE(code * 4))
  expect([...known].filter(([text, code]) => read(code) !== text)).toEqual([])
})
