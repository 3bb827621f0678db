import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from '../catalog/atomic-file.ts'
import { readSource } from '../catalog/source.ts'
import { PartitionBase } from '../pipelines/partition.ts'
import { PartitionHistory } from './partition-history.ts'
import type { PartitionInputs } from './partition-inputs.ts'

const { id, title, attribution, fictional } = await readSource('sample-county')
const source = { id, title, attribution, fictional }
const INPUTS: PartitionInputs = {
  secretFingerprint: 'a',
  partition: 'bangor',
  definition: PartitionBase.parse({ lock: 'bangor-flood', places: [] }),
  locks: { 'bangor-flood': '1', 'bangor-panels': '1' },
  source,
  code: {
    files: { 'pipelines/stages/read.ts': '1', 'pipelines/flood/pipeline.ts': '1' },
    packages: { node: '24.0.0', 'node_modules/gdal-async': '3.0.0' },
  },
}

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-partition-history-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Stores a result; `age_s` is the time since it was used last. */
async function store(fingerprint: string, inputs: object | string, age_s = 0): Promise<void> {
  const folder = join(home, 'partitions', `flood-${fingerprint}`)
  await mkdir(folder, { recursive: true })
  await replaceFile(
    join(folder, 'inputs.json'),
    typeof inputs === 'string' ? inputs : JSON.stringify(inputs),
  )
  await replaceFile(join(folder, 'done.json'), '{}')
  const at = Date.now() / 1000 - age_s
  await utimes(folder, at, at)
}

const find = (inputs = INPUTS) => new PartitionHistory(home).find('flood', 'now', inputs)

test('nothing is stored in a new home', async () => {
  expect(await find()).toEqual({ isStored: false, reason: 'no earlier result is stored' })
})

test('a stored result is used', async () => {
  await store('now', INPUTS)
  expect(await find()).toEqual({ isStored: true, reason: 'unchanged' })
})

const { code } = INPUTS
test.each<[string, Partial<PartitionInputs>]>([
  ['another lock: bangor-flood', { locks: { ...INPUTS.locks, 'bangor-flood': '0' } }],
  [
    'another lock: bangor-panels, bangor-study',
    { locks: { 'bangor-flood': '1', 'bangor-study': '1' } },
  ],
  ['another partition file', { definition: { ...INPUTS.definition, places: ['town'] } }],
  [
    `another title or attribution of the source ${source.id}`,
    { source: { ...source, attribution: 'Somebody else' } },
  ],
  ['another key secret', { secretFingerprint: 'b' }],
  [
    'other code: pipelines/flood/pipeline.ts, pipelines/stages/sort.ts',
    {
      code: {
        ...code,
        files: {
          'pipelines/stages/read.ts': '1',
          'pipelines/flood/pipeline.ts': '0',
          'pipelines/stages/sort.ts': '1',
        },
      },
    },
  ],
  [
    'other packages: gdal-async',
    { code: { ...code, packages: { ...code.packages, 'node_modules/gdal-async': '2' } } },
  ],
  [
    'another key secret; other code: a.ts, b.ts, c.ts and 2 more',
    {
      secretFingerprint: 'b',
      code: {
        ...code,
        files: { ...code.files, 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'd.ts': '1', 'e.ts': '1' },
      },
    },
  ],
])('a partition that runs has the reason: %s', async (reason, before) => {
  await store('before', { ...INPUTS, ...before })
  expect(await find()).toEqual({ isStored: false, reason })
})

test('the reason is the difference to the newest result of the same partition', async () => {
  await store('older', { ...INPUTS, secretFingerprint: 'b' }, 60)
  await store('newer', { ...INPUTS, locks: { ...INPUTS.locks, 'bangor-flood': '0' } }, 30)
  await store('elsewhere', { ...INPUTS, partition: 'hudson' }, 10)
  await store('torn', '{"partition":"bang', 5)
  expect((await find()).reason).toBe('another lock: bangor-flood')
})
