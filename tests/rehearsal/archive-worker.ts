import { workerData } from 'node:worker_threads'
import { answerJobs } from '../../threads/answer-jobs.ts'
import { type CountyEdition, writeCountyArchives } from './county-archives.ts'

/** Data that the thread is started with: the folder of all archives. */
export interface ArchiveSetup {
  into: string
}

const { into } = workerData as ArchiveSetup

answerJobs((edition: CountyEdition) => writeCountyArchives(edition, into))
