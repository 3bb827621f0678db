import { parentPort, workerData } from 'node:worker_threads'
import { openPacks, type PackedBuild } from '../layers/open-packs.ts'
import { type DerivedJob, deriveRows } from './derived-rows.ts'

/** What a thread is started with: where the packs are, and the memory they may take in it. */
export interface DerivedSettings {
  folder: string
  packs: PackedBuild['manifest']['packs']
  memoryBytes: number
}

const { folder, packs: files, memoryBytes } = workerData as DerivedSettings
const packs = await openPacks({ paths: { folder }, manifest: { packs: files } }, memoryBytes)

parentPort!.on('message', (job: DerivedJob) => {
  parentPort!.postMessage(deriveRows(packs, job))
})
