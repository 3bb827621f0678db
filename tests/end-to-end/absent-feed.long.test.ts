import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPartition } from '../../builds/partition-job.ts'
import { planBuild } from '../../builds/plan.ts'
import { partitionStore, ResultStore } from '../../builds/result-store.ts'
import { LOCKS_FOLDER } from '../../catalog/lock.ts'
import { Partitions } from '../../pipelines/partition.ts'
import { permits } from '../../pipelines/permits/pipeline.ts'
import { SILENT } from '../../terminal/progress.ts'
import { dropHome, makeHome } from './build-home.ts'

let home: string
beforeAll(async () => {
  home = await makeHome('absent-feed')
})
afterAll(() => dropHome(home))

test('a feed whose asset is not in the lockfile is named, and the town’s other feed answers', async () => {
  const town = (await permits.partitions()).get('sample-sampleton')!
  const [read, other] = town.feeds
  const definition = { ...town, feeds: [read, { ...other, asset: 'never-taken.zip' }] }
  const pipeline = { ...permits, partitions: async () => new Partitions([['town', definition]]) }
  const inputs = { pipelines: [pipeline], locks: LOCKS_FOLDER }
  const { jobs } = await planBuild(['town'], home, inputs)
  const work = join(home, 'work')
  const store = new ResultStore(partitionStore(home), work)
  const options = { home, work, memoryBytes: 5e8, progress: SILENT }
  const { value } = await runPartition(jobs[0], store, options)
  const [{ rows, coverage }] = value.tables
  expect(rows).toBeGreaterThan(700)
  expect(coverage.feeds_unavailable).toEqual([other.name])
  expect(coverage.note).toContain('the lock sample-county has no asset never-taken.zip')
})
