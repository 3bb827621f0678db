import { answerJobs } from '../../threads/answer-jobs.ts'
import { buffersOf, type MeasuredSlice, measureSlice } from './measured-slice.ts'
import { readShapefileSlice, type ShapefileRange } from './shapefile-slice.ts'

export type SliceJob = FlatGeobufJob | ShapefileRange

interface FlatGeobufJob {
  /** A FlatGeobuf, in memory of its own. */
  bytes: Uint8Array
  wantsTexts: boolean
}

function answer(job: SliceJob): MeasuredSlice | null {
  return 'bytes' in job ? measureSlice(job.bytes, job.wantsTexts) : readShapefileSlice(job)
}

answerJobs(answer, (slice) => (slice ? buffersOf(slice) : []))
