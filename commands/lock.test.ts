import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assetPathResolver } from '../catalog/asset-path.ts'
import { type Lock, readLock } from '../catalog/lock.ts'
import { generateSample } from '../sample/generate-sample.ts'
import { SILENT } from '../terminal/progress.ts'
import { isLongRun } from '../tests/long-run.ts'
import { draftLock, SAMPLE_LOCK, sampleDraft } from './lock/lock-draft.ts'
import { pruneAssets } from './lock/prune-assets.ts'
import { takeLock } from './lock/take-lock.ts'

const FIRST = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2026-06-01T00:00:00Z')

let folder: string
let into: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-held-'))
  into = await mkdtemp(join(tmpdir(), 'plat-assets-'))
  await writeFile(join(folder, 'roll.csv'), 'id\n1\n')
  await writeFile(join(folder, 'zones.csv'), 'zone\nAE\n')
})
afterEach(async () => {
  for (const path of [folder, into]) await rm(path, { recursive: true, force: true })
})

async function take(before: Lock | null, now: Date, whole: string[] = []) {
  const asset = ['sample:roll.csv', 'zones-2020.csv=sample:zones.csv']
  const options = { source: 'sample-county', vintage: '2020', asset, obtained: 'by hand', whole }
  const resolve = assetPathResolver(async () => folder)
  const draft = draftLock('test-2020', options, before)
  return await takeLock(draft, before, { into, resolve, progress: SILENT, now })
}

describe('taking a lock', () => {
  test('records exact bytes, and how a file without a URL came here', async () => {
    const { lock, changes } = await take(null, FIRST)
    expect(changes.map(({ change }) => change)).toEqual(['new', 'new'])
    expect(lock.assets[1]).toEqual({
      name: 'zones-2020.csv',
      url: 'by hand',
      path: 'sample:zones.csv',
      bytes: 8,
      // printf 'zone\nAE\n' | sha256sum
      sha256: '4edcebc75e2ef2c6c39081700c865837b465d98d2d17c9ecf961f455af0817b1',
      retrieved_at: '2026-01-01T00:00:00.000Z',
    })
  })

  test('again changes only what has other bytes: the age of our copy is the age of its bytes', async () => {
    const { lock: before } = await take(null, FIRST)
    await writeFile(join(folder, 'roll.csv'), 'id\n1\n2\n')
    const { lock, changes } = await take(before, LATER)
    expect(changes).toEqual([
      { name: 'roll.csv', change: 'changed' },
      { name: 'zones-2020.csv', change: 'unchanged' },
    ])
    expect(lock.assets.map((asset) => asset.retrieved_at)).toEqual([
      LATER.toISOString(),
      FIRST.toISOString(),
    ])
  })
})

describe('evidence that a file is whole', () => {
  const evidence = 'the county counts 1 zone on 2026-11-22'

  test('is locked, and stays while the bytes are those it was given for', async () => {
    const { lock: first } = await take(null, FIRST, [`zones-2020.csv=${evidence}`])
    expect(first.assets.map(({ whole }) => whole)).toEqual([undefined, evidence])
    const { lock: again } = await take(first, LATER)
    expect(again).toEqual(first)
    await writeFile(join(folder, 'zones.csv'), 'zone\nAE\nVE\n')
    const { lock: changed } = await take(first, LATER)
    expect(changed.assets[1].whole).toBeUndefined()
  })

  test.each(['roll.csv', 'roll.csv=short', `other.csv=${evidence}`])(
    '%s is a wrong call',
    async (text) => {
      await expect(take(null, FIRST, [text])).rejects.toThrow(/--whole must be/)
    },
  )
})

describe('the options of take', () => {
  const url = 'https://example.org/data/NFHL_34_20260101.zip?download=1'

  test('a URL names its asset by its last part', () => {
    const draft = draftLock('x', { source: 'fema-nfhl', vintage: 'v', asset: [url] }, null)
    expect(draft.assets).toEqual([{ name: 'NFHL_34_20260101.zip', url }])
  })

  test('without options a lock is taken again as it is, and a new edition forgets the old dates', async () => {
    const before = await readLock('hudson-nj-nfhl-20060816')
    const again = draftLock(before.id, {}, before)
    expect(again).toMatchObject({ source: 'fema-nfhl', vintage: before.vintage })
    expect(again.assets[0]).not.toHaveProperty('sha256')
    const newer = draftLock(before.id, { vintage: '2027', from: '2027-01-01' }, before)
    expect(newer.vintage).toEqual({ label: '2027', from: '2027-01-01' })
  })

  test.each([
    'https://example.org/rest/services/Lots/FeatureServer/0/query?f=json',
    'https://data.example.org/resource/ab12-cd34?$limit=9',
    'https://example.org/geoserver/wfs?request=GetFeature',
    'real-data:lots',
  ])('%s names no format, so its asset needs a name', (where) => {
    const draft = (asset: string) =>
      draftLock('x', { source: 'fema-nfhl', vintage: 'v', asset: [asset] }, null)
    expect(() => draft(where)).toThrow(/has no suffix.*--asset <name>=/)
    expect(draft(`lots.json=${where}`).assets[0].name).toBe('lots.json')
  })

  test('a missing or malformed option is a wrong call, not a crash', () => {
    const whole = { source: 'fema-nfhl', vintage: 'v', asset: [url] }
    const wrong = [
      () => draftLock('x', { ...whole, vintage: undefined }, null),
      () => draftLock('x', { ...whole, asset: undefined }, null),
      () => draftLock('x', { ...whole, from: 'spring' }, null),
      () => draftLock('X y', whole, null),
      () => draftLock('x', { ...whole, asset: ['https://example.org/'] }, null),
    ]
    for (const call of wrong) expect(call).toThrow(expect.objectContaining({ name: 'UsageError' }))
  })
})

if (isLongRun)
  test('the lock of the sample county names the bytes that the generator writes', async () => {
    const files = await generateSample(folder)
    const lock = await readLock(SAMPLE_LOCK)
    // When the generator changed on purpose: plat lock take sample-county.
    expect(lock.assets.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))).toEqual(
      files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    )
    expect(sampleDraft(files.map((file) => file.name)).assets).toEqual(
      lock.assets.map(({ name, url, path }) => ({ name, url, path })),
    )
  })

test('pruning leaves what a lock names and what may still be resumed', async () => {
  const { sha256 } = (await readLock(SAMPLE_LOCK)).assets[0]
  for (const name of [sha256, 'f'.repeat(64), 'new.part', 'old.part']) {
    await writeFile(join(into, name), '1234')
  }
  await mkdir(join(into, 'old.layer'))
  await writeFile(join(into, 'old.layer', 'features.ndjson'), '{}')
  await mkdir(join(into, 'new.layer'))
  const weekAgo = new Date(Date.now() - 8 * 86_400_000)
  for (const old of ['old.part', 'old.layer']) await utimes(join(into, old), weekAgo, weekAgo)
  expect(await pruneAssets(into, new Date())).toMatchObject({ files: 3 })
  expect((await readdir(into)).sort()).toEqual([sha256, 'new.layer', 'new.part'].sort())
})
