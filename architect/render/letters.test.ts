import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fontFiles } from './fonts.ts'
import { drawableText, isDrawable } from './letters.ts'

/** Places of `cmap`, `glyf`, `loca` and of a tag that is written out among the tags of WOFF2. */
const [CMAP, GLYF, LOCA, WRITTEN] = [0, 10, 11, 63]

/** The characters of a font, read from its file: the table `cmap` of WOFF2 (W3C, section 4). */
function charactersOf(path: string): Set<number> {
  const file = readFileSync(path)
  expect(file.toString('latin1', 0, 4)).toBe('wOF2')
  let at = 48
  const base128 = (): number => {
    for (let value = 0; ; at++) {
      value = value * 128 + (file[at] & 127)
      if (file[at] < 128) {
        at++
        return value
      }
    }
  }
  let offset = 0
  let found: [start: number, length: number] | undefined
  for (let table = 0; table < file.readUInt16BE(12); table++) {
    const tag = file[at] & 63
    const version = file[at++] >> 6
    if (tag === WRITTEN) at += 4
    const length = base128()
    const isTransformed = tag === GLYF || tag === LOCA ? version === 0 : version !== 0
    const stored = isTransformed ? base128() : length
    if (tag === CMAP) found = [offset, stored]
    offset += stored
  }
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  const [start, length] = found!
  return charactersOfCmap(tables.subarray(start, start + length))
}

/** Subtables of format 4 and 12: those of characters up to U+FFFF, and of all. */
function charactersOfCmap(cmap: Buffer): Set<number> {
  const characters = new Set<number>()
  for (let k = 0; k < cmap.readUInt16BE(2); k++) {
    const sub = cmap.subarray(cmap.readUInt32BE(4 + k * 8 + 4))
    const format = sub.readUInt16BE(0)
    if (format === 12) {
      for (let group = 0; group < sub.readUInt32BE(12); group++) {
        const [first, last] = [0, 4].map((byte) => sub.readUInt32BE(16 + group * 12 + byte))
        for (let code = first; code <= last; code++) characters.add(code)
      }
      continue
    }
    expect(format).toBe(4)
    const wide = sub.readUInt16BE(6)
    for (let segment = 0; segment < wide; segment += 2) {
      const last = sub.readUInt16BE(14 + segment)
      const first = sub.readUInt16BE(16 + wide + segment)
      const delta = sub.readUInt16BE(16 + 2 * wide + segment)
      const rangeAt = 16 + 3 * wide + segment
      const range = sub.readUInt16BE(rangeAt)
      for (let code = first; code <= last && code < 0xffff; code++) {
        const glyph = range === 0 ? code : sub.readUInt16BE(rangeAt + range + (code - first) * 2)
        if (range !== 0 && glyph === 0) continue
        if (((glyph + delta) & 0xffff) !== 0) characters.add(code)
      }
    }
  }
  return characters
}

const inWeight = (weight: 400 | 600): Set<number> =>
  new Set(
    fontFiles()
      .filter((file) => file.weight === weight)
      .flatMap(({ path }) => [...charactersOf(path)]),
  )

const ALL = Array.from({ length: 0x11_0000 }, (_, code) => code)
const name = (code: number): string => code.toString(16)

test('each character of the list is in the files of both weights', () => {
  for (const weight of [400, 600] as const) {
    const characters = inWeight(weight)
    const listed = ALL.filter((code) => isDrawable(String.fromCodePoint(code)))
    expect(listed.length).toBeGreaterThan(1000)
    expect(listed.filter((code) => !characters.has(code)).map(name)).toEqual([])
  }
})

test('the list lacks of the files only marks, spaces and letters of phonetic alphabets', () => {
  const left = [...inWeight(400)].filter((code) => !isDrawable(String.fromCodePoint(code)))
  const shown = left.filter((code) => !/[\p{M}\p{C}\p{Z}]/u.test(String.fromCodePoint(code)))
  expect(left.length).toBeGreaterThan(shown.length)
  expect(shown.filter((code) => code < 0x1d00).map(name)).toEqual([])
})

test('texts have no character that is not in the files, whatever comes in', () => {
  const characters = inWeight(400)
  const missing: string[] = []
  for (let code = 1; code < 0x2_0000; code++) {
    for (const shown of drawableText(`A${String.fromCodePoint(code)}`))
      if (!characters.has(shown.codePointAt(0)!)) missing.push(name(code))
  }
  expect(missing).toEqual([])
  // Armenian, Hebrew and Thai letters, and a Chinese one beyond U+FFFF.
  expect(drawableText('\u0531\u05d0\u0e01\u{20000}')).toBe('????')
})
