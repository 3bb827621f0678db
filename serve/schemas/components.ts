import type { z } from 'zod'
import { SectionSource } from '../../catalog/section-source.ts'
import { Scorecard, SectionScore } from '../../coverage/scorecard-shape.ts'
import { County } from '../../layers/county.ts'
import { ParcelRecord } from '../../lookup/parcel-record.ts'
import { LocationDossier, SECTIONS } from './dossier.ts'
import { ErrorObject } from './error.ts'
import { Health } from './health.ts'
import { LayerEntry, LayerList } from './layers.ts'
import { LayerFeatures, TileJson } from './map.ts'
import { ParcelList } from './parcels.ts'
import { Rendering } from './rendering.ts'
import { SearchResults } from './search.ts'
import { UpstreamList } from './upstreams.ts'

/** All response bodies by their name in the reference. */
export const COMPONENTS = {
  LocationDossier,
  SearchResults,
  ParcelList,
  Parcel: ParcelRecord,
  LayerList,
  LayerEntry,
  LayerFeatures,
  TileJson,
  Scorecard,
  UpstreamList,
  Health,
  ErrorObject,
} satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof COMPONENTS

/** Parts of bodies that have a name of their own in the reference. */
export const PARTS: Record<string, z.ZodType> = {
  ...Object.fromEntries(
    Object.entries(SECTIONS).map(([id, schema]) => [`${capitals(id)}Section`, schema]),
  ),
  Source: SectionSource,
  County,
  Rendering,
  SectionScore,
}

/** Turns `code_basis` into `CodeBasis`. */
function capitals(id: string): string {
  return id.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
