import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { type PlainTile, plainArchive } from '../../tests/fixtures/archive/plain-archive.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { pack } from '../archive/directory.ts'
import { applyPatch } from './apply-patch.ts'
import { writeNewFile } from './checked-files.ts'
import { diffArchives } from './diff-archives.ts'
import { PLAIN, UNPACKED_BYTES_MAX } from './packing.ts'
import {
  encodePatch,
  HASH_BYTES,
  OWN_ZLIB,
  type PatchHead,
  type PatchStep,
} from './patch-format.ts'

const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
const [OLD, NEW, PATCH, OUT] = ['old', 'new', 'patch', 'out'].map(at)

const tile = (id: number, content: string): PlainTile => ({ id, bytes: pack(Buffer.from(content)) })
const tiles = Array.from({ length: 12 }, (_, i) => tile(i, `tile ${i} of OLD, `.repeat(9 + i)))
const old = plainArchive(tiles, { leafEntries: 5 })
const next = plainArchive(
  [...tiles.with(3, tile(3, `${'tile 3 of OLD, '.repeat(12)} and changed`)), tile(40, 'new')],
  { leafEntries: 5 },
)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const HEAD: PatchHead = {
  old: { bytes: old.length, sha256: sha256(old) },
  new: { bytes: next.length, sha256: sha256(next) },
  zlib: OWN_ZLIB,
}

/** Damages a test tries. */
const ROUNDS = isLongRun ? 1000 : 30

let sound: Buffer
beforeAll(async () => {
  writeFileSync(OLD, old)
  writeFileSync(NEW, next)
  await diffArchives({ old: OLD, new: NEW, out: PATCH, isWhole: false, progress: SILENT })
  sound = readFileSync(PATCH)
})

/** Applies the bytes of a patch. Returns the error, or null where NEW was made. */
async function apply(patch: Uint8Array, from = OLD): Promise<StepError | null> {
  writeFileSync(PATCH, patch)
  try {
    await applyPatch({ old: from, patch: PATCH, out: OUT, progress: SILENT })
  } catch (error) {
    expect(error).toBeInstanceOf(StepError)
    expect(readdirSync(folder).filter((name) => name.includes('out'))).toEqual([])
    return error as StepError
  }
  expect(readFileSync(OUT).equals(next)).toBe(true)
  rmSync(OUT)
  return null
}

/** A patch of steps, with a checksum that is right. */
const patchOf = (steps: PatchStep[], head = HEAD) => Buffer.concat([...encodePatch(head, steps)])

/** The bytes with the checksum that they should have. */
function sealed(bytes: Uint8Array): Buffer {
  const body = bytes.subarray(0, -HASH_BYTES)
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}

/** The bytes with one to three changes: a bit, a byte, a cut, a part twice, a part less. */
function damaged(bytes: Buffer, random: Random): Buffer {
  let made = Buffer.from(bytes)
  const place = () => Math.floor(random() * made.length)
  const withByte = (at: number, value: number) => Buffer.from(made.with(at, value))
  const changes = [
    () => {
      const at = place()
      return withByte(at, made[at] ^ (1 << Math.floor(random() * 8)))
    },
    () => withByte(place(), Math.floor(random() * 256)),
    () => made.subarray(0, place()),
    () => {
      const [from, to, into] = [place(), place(), place()]
      return Buffer.concat([made.subarray(0, into), made.subarray(from, to), made.subarray(into)])
    },
    () => {
      const from = place()
      return Buffer.concat([made.subarray(0, from), made.subarray(from + 1 + place() / 8)])
    },
  ]
  const count = 1 + Math.floor(random() * 3)
  for (let i = 0; i < count && made.length > 0; i++)
    made = changes[Math.floor(random() * changes.length)]()
  return made
}

test('every damaged patch is refused', async () => {
  const random = seededRandom(FUZZ_SEED, 'damaged patches')
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = damaged(sound, random)
    const error = await apply(bytes)
    if (bytes.equals(sound)) expect(error).toBe(null)
    else
      expect(error?.message).toMatch(/is damaged or cut short|is not a patch|is a patch of format/)
  }
})

test('a damaged patch whose checksum is right makes NEW or nothing', async () => {
  const random = seededRandom(FUZZ_SEED, 'sealed patches')
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = sealed(damaged(sound, random))
    if ((await apply(bytes)) !== null) refused++
  }
  expect(refused).toBeGreaterThan(ROUNDS / 2)
})

test('a damaged archive has a patch that makes it, or is refused', async () => {
  const random = seededRandom(FUZZ_SEED, 'damaged archives')
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = damaged(next, random)
    const from = at('damaged')
    writeFileSync(from, bytes)
    const [out, made] = [at('damaged.patch'), at('made')]
    try {
      await diffArchives({ old: OLD, new: from, out, isWhole: false, progress: SILENT })
      await applyPatch({ old: OLD, patch: out, out: made, progress: SILENT })
      expect(readFileSync(made).equals(bytes)).toBe(true)
      rmSync(made)
      rmSync(out)
    } catch (error) {
      expect(error).toBeInstanceOf(StepError)
      expect(existsSync(out)).toBe(false)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(0)
})

describe('a patch is refused', () => {
  test('cut at any place', async () => {
    for (let length = 0; length < sound.length; length += 7)
      expect(await apply(sound.subarray(0, length))).not.toBe(null)
  })

  test('of a later format, before anything else of it is read', async () => {
    const later = Buffer.from(sound)
    later[7] = 2
    expect(await apply(later)).toMatchObject({
      message: expect.stringMatching(/is a patch of format 2, and this version of Plat reads 1$/),
      remedy: 'Apply it with a newer version of Plat.',
    })
  })

  test('for another OLD, with both hashes', async () => {
    const other = at('other')
    writeFileSync(other, plainArchive(tiles.slice(1)))
    const { message } = (await apply(sound, other))!
    expect(message).toContain(`with sha256 ${sha256(readFileSync(other))}, not`)
    expect(message).toContain(HEAD.old.sha256)
  })

  test('for NEW, which needs none', async () => {
    expect((await apply(sound, NEW))?.message).toMatch(
      /is the archive that the patch makes already/,
    )
  })

  const FAR: PatchStep = { do: 'copy', from: old.length - 5, length: 6 }
  const remake = (delta: Uint8Array): PatchStep => ({
    ...{ do: 'remake', from: 0, length: 0, packing: PLAIN },
    delta,
  })
  const bomb = zstdCompressSync(new Uint8Array(UNPACKED_BYTES_MAX + 1))
  const copies = Array.from({ length: 1000 }, (): PatchStep[] => [
    { do: 'copy', from: 0, length: old.length },
    { do: 'insert', bytes: Buffer.from('x') },
  ]).flat()

  test.each<[string, PatchStep[], Partial<PatchHead>, RegExp]>([
    ['that copies past the end of OLD', [FAR], {}, /requires 6 bytes from \d+ on of OLD/],
    ['that makes less than NEW', [], {}, /does not make the archive that it names/],
    [
      'that makes other bytes',
      [{ do: 'insert', bytes: Buffer.alloc(next.length) }],
      {},
      /does not make/,
    ],
    ['that copies OLD a thousand times', copies, {}, /makes more than the \d+ bytes that it names/],
    ['whose piece unpacks to more than its bound', [remake(bomb)], {}, /changes .* cannot be read/],
    ['whose piece is not packed', [remake(Buffer.from('no'))], {}, /changes .* cannot be read/],
    [
      'that names more than a disk has',
      [],
      { new: { ...HEAD.new, bytes: 2 ** 42 } },
      /it takes 4\.4 TB, and its disk has/,
    ],
    [
      'that names more than there can be',
      [],
      { new: { ...HEAD.new, bytes: 2 ** 50 } },
      /names an archive of 1126 TB, at most 4\.4 TB/,
    ],
    [
      'that relies on another zlib, whose bytes differ',
      [],
      { zlib: '1.2.3 elsewhere' },
      /relies on zlib 1\.2\.3 elsewhere; that of this Node, .* into other bytes/,
    ],
  ])('%s', async (_what, steps, head, message) => {
    const error = await apply(patchOf(steps, { ...HEAD, ...head }))
    expect(error?.message).toMatch(message)
    expect(error?.target).toMatch(/(patch|out)$/)
  })
})

test('a full disk leaves nothing, and the error states what to do', async () => {
  function* parts(): Generator<Uint8Array> {
    yield Buffer.alloc(100)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  await expect(writeNewFile('apply the patch', OUT, parts())).rejects.toMatchObject({
    message: `apply the patch: ${OUT}: no space is left on its disk`,
    remedy: 'Make room, or name a file on another disk; nothing was changed.',
  })
  expect(readdirSync(folder).filter((name) => name.includes('out'))).toEqual([])
})
