import { parentPort, workerData } from 'node:worker_threads'
import { readSharedPacks, type SharedPacks } from '../layers/open-packs.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'

const packs = readSharedPacks(workerData as SharedPacks)

parentPort!.on('message', (job: DerivedJob) => {
  parentPort!.postMessage(deriveRows(packs, job))
})
