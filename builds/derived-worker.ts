import { workerData } from 'node:worker_threads'
import { readSharedPacks, type SharedPacks } from '../lookup/open-packs.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { answerJobs } from '../threads/answer-jobs.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'

/** Data that the thread is started with. */
export interface DerivedSetup {
  shared: SharedPacks
  folder: string
}

const { shared, folder } = workerData as DerivedSetup
const packs = readSharedPacks(shared)
const rasters = new OpenRasters(folder)

answerJobs((job: DerivedJob) => deriveRows(packs, rasters, job))
