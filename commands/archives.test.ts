import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pack } from '../pipelines/archive/directory.ts'
import { dispatch } from '../terminal/dispatch.ts'
import { SILENT } from '../terminal/progress.ts'
import { plainArchive } from '../tests/fixtures/archive/plain-archive.ts'
import { archivesCommand } from './archives.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-archives-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
const [OLD, NEW, PATCH, MADE] = ['old', 'new', 'new.patch', 'made'].map(at)

beforeEach(() => {
  for (const file of [PATCH, MADE]) rmSync(file, { force: true })
})

const tile = (id: number, text: string) => ({ id, bytes: pack(Buffer.from(text)) })
const tiles = [tile(1, 'one'), tile(2, 'two, '.repeat(40)), tile(5, 'five')]
writeFileSync(OLD, plainArchive(tiles))
writeFileSync(
  NEW,
  plainArchive([...tiles.with(1, tile(2, `${'two, '.repeat(40)}2`)), tile(9, 'n')]),
)

async function plat(...argv: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const [printed, errors]: string[][] = [[], []]
  const code = await dispatch([archivesCommand], ['archives', ...argv], {
    out: { progress: SILENT, print: (text) => void printed.push(text) },
    printError: (text) => void errors.push(text),
  })
  return { code, printed: printed.join('\n'), errors: errors.join('\n') }
}

test('diff writes a patch named after NEW, and apply makes NEW of it', async () => {
  const diff = await plat('diff', OLD, NEW)
  expect(diff.errors).toBe('')
  expect(diff.printed).toMatch(/^.*new\.patch: \d+ B, \d+ % of .*new \(\d+ B\)\.\n/)
  expect(diff.printed).toMatch(/\n4 different tiles: 2 copied, 1 remade from OLD's, 1 inserted\.$/)
  const apply = await plat('apply', OLD, PATCH, '--out', MADE)
  expect(apply.printed).toMatch(/^.*made: \d+ B, sha256 [0-9a-f]{64}\.$/)
  expect(readFileSync(MADE).equals(readFileSync(NEW))).toBe(true)
})

test('both report as JSON', async () => {
  const diff = JSON.parse((await plat('diff', OLD, NEW, '--json')).printed)
  const bytes = readFileSync(PATCH).length
  expect(diff).toEqual({
    patch: PATCH,
    old: { bytes: readFileSync(OLD).length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    new: { bytes: readFileSync(NEW).length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    patch_bytes: bytes,
    share: bytes / readFileSync(NEW).length,
    tiles: { copied: 2, remade: 1, inserted: 1 },
  })
  const apply = await plat('apply', OLD, PATCH, '--out', MADE, '--json')
  expect(JSON.parse(apply.printed)).toEqual({ file: MADE, ...diff.new })
})

test.each<[what: string, argv: string[], code: number, message: RegExp]>([
  ['no action', [], 2, /Name an action: diff <old> <new>, or apply <old> <patch> --out <new>/],
  ['one archive', ['diff', OLD], 2, /Name an action/],
  ['apply without a name for NEW', ['apply', OLD, NEW], 2, /Name the file to write: --out <new>/],
  ['whole tiles at apply', ['apply', OLD, NEW, '--out', MADE, '--whole-tiles'], 2, /is for diff/],
  ['one file twice', ['diff', OLD, OLD], 1, /is named as OLD and as NEW/],
  ['a file that is not there', ['diff', OLD, at('none')], 1, /is not there/],
  ['a folder', ['diff', folder, NEW], 1, /is not a file/],
  ['a file that is not an archive', ['diff', import.meta.filename, NEW], 1, /is not a PMTiles/],
  ['a patch that would overwrite a file', ['diff', OLD, NEW, '--out', OLD], 1, /exists already/],
  ['NEW in the place of OLD', ['apply', OLD, NEW, '--out', OLD], 1, /is named as OLD and as NEW/],
  [
    'NEW in a folder that is not there',
    ['apply', OLD, NEW, '--out', at('no/x')],
    1,
    /its folder is/,
  ],
  ['an archive as a patch', ['apply', OLD, NEW, '--out', MADE], 1, /is not a patch/],
])('%s is refused, and nothing is written', async (_what, argv, expected, message) => {
  const before = [OLD, NEW].map((file) => readFileSync(file))
  const { code, errors } = await plat(...argv)
  expect(code).toBe(expected)
  expect(errors).toMatch(message)
  expect([PATCH, MADE].filter((file) => existsSync(file))).toEqual([])
  expect([OLD, NEW].map((file) => readFileSync(file))).toEqual(before)
})
