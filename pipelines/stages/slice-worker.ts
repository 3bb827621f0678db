import { answerJobs } from '../../threads/answer-jobs.ts'
import { buffersOf, type MeasuredSlice, measureSlice } from './measured-slice.ts'
import { type OwnRange, readOwnRange } from './own-range.ts'

export type SliceJob = FlatGeobufJob | OwnRange

interface FlatGeobufJob {
  /** A FlatGeobuf, in memory of its own. */
  bytes: Uint8Array
  wantsTexts: boolean
}

function answer(job: SliceJob): MeasuredSlice | null {
  return 'bytes' in job ? measureSlice(job.bytes, job.wantsTexts) : readOwnRange(job)
}

answerJobs(answer, (slice) => (slice ? buffersOf(slice) : []))
