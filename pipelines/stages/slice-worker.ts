import { answerJobs } from '../../threads/answer-jobs.ts'
import { buffersOf, measureSlice } from './measured-slice.ts'

export interface SliceJob {
  /** A FlatGeobuf, in memory of its own. */
  bytes: Uint8Array
  wantsTexts: boolean
}

answerJobs(({ bytes, wantsTexts }: SliceJob) => measureSlice(bytes, wantsTexts), buffersOf)
