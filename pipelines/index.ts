import { addresses } from './addresses/pipeline.ts'
import { boundaries } from './boundaries/pipeline.ts'
import { codeBasis } from './code_basis/pipeline.ts'
import { elevation } from './elevation/pipeline.ts'
import { flood } from './flood/pipeline.ts'
import { market } from './market/pipeline.ts'
import { parcel } from './parcel/pipeline.ts'
import { permits } from './permits/pipeline.ts'
import type { Pipeline } from './pipeline.ts'
import { soils } from './soils/pipeline.ts'
import { structures } from './structures/pipeline.ts'
import { tax } from './tax/pipeline.ts'
import { utilities } from './utilities/pipeline.ts'
import { wetlands } from './wetlands/pipeline.ts'
import { zoning } from './zoning/pipeline.ts'

/** Every pipeline, in the order of the layers. */
// biome-ignore lint/suspicious/noExplicitAny: each pipeline reads its own kind of partition file
export const PIPELINES: Pipeline<any>[] = [
  parcel,
  flood,
  wetlands,
  structures,
  soils,
  codeBasis,
  elevation,
  boundaries,
  market,
  tax,
  zoning,
  permits,
  utilities,
  addresses,
]
