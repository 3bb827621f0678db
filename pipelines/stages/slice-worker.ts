import { parentPort } from 'node:worker_threads'
import { buffersOf, measureSlice } from './measured-slice.ts'
import type { SliceJob } from './slice-threads.ts'

/** Measures the slices that it is sent, one at a time. */
parentPort!.on('message', ({ bytes, wantsTexts }: SliceJob) => {
  const slice = measureSlice(bytes, wantsTexts)
  parentPort!.postMessage(slice, buffersOf(slice))
})
