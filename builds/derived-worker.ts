import { workerData } from 'node:worker_threads'
import type { SharedPacks } from '../lookup/open-packs.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { answerJobs } from '../threads/answer-jobs.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'
import { type PartitionStarts, tracedPacks } from './traced-pack.ts'

/** Data that the thread is started with. */
export interface DerivedSetup {
  shared: SharedPacks
  starts: PartitionStarts
  folder: string
}

const { shared, starts, folder } = workerData as DerivedSetup
const packs = tracedPacks(shared, starts)
const rasters = new OpenRasters(folder)

answerJobs((job: DerivedJob) => deriveRows(packs, rasters, job))
