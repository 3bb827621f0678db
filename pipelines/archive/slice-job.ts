import type { Region } from './region-spool.ts'
import type { ZoomRequest } from './slice.ts'

/** A tile of the zoom of the regions, with all zooms from there upwards. */
export interface RegionJob {
  /** The spool with its records. */
  file: string
  region: Region
  regionZoom: number
  requests: ZoomRequest[]
  /** True where lower zooms are drawn from what it hands on whenever its own zoom is drawn. */
  handsOn: boolean
}

/** One slice of a zoom below the regions: a tile of `overviewGrid`. */
export interface OverviewJob {
  /** File with the records that the zoom above has handed on. */
  file: string
  region: Region
  request: ZoomRequest
  /** Zoom of the tiles that are the slices which handed the records on. */
  fromZoom: number
  /** The next lower zoom, which features are handed on to; null for the lowest. */
  next: ZoomRequest | null
}

/** The features of a slice of a zoom, to be handed on to the same zoom at a higher level. */
export type CoarsenJob = Omit<OverviewJob, 'fromZoom' | 'next'>

/** What a thread does with the records of one slice. */
export type SliceJob =
  | ({ task: 'region' } & RegionJob)
  | ({ task: 'overview' } & OverviewJob)
  | ({ task: 'coarsen' } & CoarsenJob)
