import { flood } from './flood/pipeline.ts'
import { parcel } from './parcel/pipeline.ts'
import type { Pipeline } from './pipeline.ts'

/** Every pipeline, in the order of the layers. */
// biome-ignore lint/suspicious/noExplicitAny: each pipeline reads its own kind of partition file
export const PIPELINES: Pipeline<any>[] = [parcel, flood]
