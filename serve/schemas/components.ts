import type { z } from 'zod'
import { SectionSource } from '../../catalog/section-source.ts'
import { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import { Scorecard, SectionScore } from '../../coverage/scorecard-shape.ts'
import { County } from '../../layers/county.ts'
import { ParcelRecord } from '../../lookup/parcel-record.ts'
import { LocationDossier, SECTIONS } from './dossier.ts'
import { ErrorObject } from './error.ts'
import { Health } from './health.ts'
import { LayerEntry, LayerList } from './layers.ts'
import { LocationAnswers } from './locations.ts'
import { LayerFeatures, TileJson } from './map.ts'
import { ParcelList } from './parcels.ts'
import { Rendering } from './rendering.ts'
import { SearchResults } from './search.ts'
import { UpstreamList } from './upstreams.ts'

/** All response bodies by their name in the reference. */
export const COMPONENTS = {
  LocationDossier,
  LocationAnswers,
  SearchResults,
  ParcelList,
  Parcel: ParcelRecord,
  LayerList,
  LayerEntry,
  LayerFeatures,
  TileJson,
  Scorecard,
  CoverageMap,
  UpstreamList,
  Health,
  ErrorObject,
} satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof COMPONENTS

const sections = Object.entries(SECTIONS).map(([id, schema]) => {
  const name = `${capitals(id)}Section`
  const variants = schema.options.map((variant) => {
    const { value: status } = variant.shape.status
    return { status, name: name + capitals(status), variant }
  })
  return { name, schema, variants }
})

/** Unions by their name: names of their variants by the value of `status`. */
export const SECTION_VARIANTS: Record<string, Record<string, string>> = Object.fromEntries(
  sections.map(({ name, variants }) => [
    name,
    Object.fromEntries(variants.map((each) => [each.status, each.name])),
  ]),
)

/** Parts of bodies that have a name of their own in the reference. */
export const PARTS: Record<string, z.ZodType> = {
  ...Object.fromEntries(
    sections.flatMap(({ name, schema, variants }): [string, z.ZodType][] => [
      [name, schema],
      ...variants.map((each): [string, z.ZodType] => [each.name, each.variant]),
    ]),
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
