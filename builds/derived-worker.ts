import { workerData } from 'node:worker_threads'
import type { SharedPacks } from '../lookup/open-packs.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { answerJobs } from '../threads/answer-jobs.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'
import { tracedPacks } from './traced-pack.ts'

/** Data that the thread is started with. */
export interface DerivedSetup {
  shared: SharedPacks
  folder: string
}

const { shared, folder } = workerData as DerivedSetup
const packs = tracedPacks(shared)
const rasters = new OpenRasters(folder)

answerJobs((job: DerivedJob) => deriveRows(packs, rasters, job))
