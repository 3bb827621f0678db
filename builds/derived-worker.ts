import { parentPort, workerData } from 'node:worker_threads'
import { readSharedPacks, type SharedPacks } from '../lookup/open-packs.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'

const { shared, folder } = workerData as { shared: SharedPacks; folder: string }
const packs = readSharedPacks(shared)
const rasters = new OpenRasters(folder)

// One job at a time: the pool hands out the next one when this one is answered.
parentPort!.on('message', async (job: DerivedJob) => {
  parentPort!.postMessage(await deriveRows(packs, rasters, job))
})
