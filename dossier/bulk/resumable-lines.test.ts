import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asOnlyWriter, ResumableLines } from './resumable-lines.ts'

let folder: string
let points: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-lines-'))
  points = join(folder, 'points.csv')
  out = join(folder, 'out.ndjson')
  await writeFile(points, 'lat,lng\n')
})
afterEach(() => rm(folder, { recursive: true }))

const nothing = () => Promise.resolve()
const WORK = { build: 'a' }
const open = () => ResumableLines.open(out, WORK, { points: 0 }, false)

test('a second writer of a file is refused while the first writes, and not after', async () => {
  await asOnlyWriter(out, points, async () => {
    await expect(asOnlyWriter(out, points, nothing)).rejects.toThrow(/is held by process \d+/)
  })
  await expect(asOnlyWriter(out, points, () => Promise.resolve(1))).resolves.toBe(1)
})

describe('the output never replaces', () => {
  test.each(['', '.json', '.part', '.part.json'])('the points, as the file%s', async (suffix) => {
    await writeFile(`${out}${suffix}`, 'lat,lng\n')
    const linked = join(folder, 'linked.csv')
    await symlink(`${out}${suffix}`, linked)
    await expect(asOnlyWriter(out, linked, nothing)).rejects.toThrow('would replace')
  })

  test('a folder', async () => {
    await mkdir(out)
    await expect(asOnlyWriter(out, points, nothing)).rejects.toThrow('is not a file')
  })
})

test('a missing folder is not created, and one that cannot be written is an error', async () => {
  const mistyped = join(folder, 'nowhere', 'out.ndjson')
  await expect(asOnlyWriter(mistyped, points, nothing)).rejects.toThrow('write the dossiers')
  await expect(readFile(join(folder, 'nowhere'))).rejects.toThrow('ENOENT')
  const inFile = asOnlyWriter(join(points, 'out.ndjson'), points, nothing)
  await expect(inFile).rejects.toMatchObject({ name: 'StepError' })
})

test('a part that is shorter than its state records is not filled with zeros', async () => {
  const first = await open()
  await first.add('{"line":1}')
  await first.pause()
  await truncate(`${out}.part`, 3)
  await expect(open()).rejects.toThrow('was changed after the run that wrote it')
})

test('an incomplete state file is an error, and does not start a new run', async () => {
  const first = await open()
  await first.add('{"line":1}')
  await first.pause()
  await writeFile(`${out}.part.json`, '{"work":')
  await expect(open()).rejects.toThrow('was changed after the run that wrote it')
})
