import type { z } from 'zod'
import { Scorecard } from '../../coverage/scorecard-shape.ts'
import { ParcelRecord } from '../../layers/parcel/record.ts'
import { LocationDossier } from './dossier.ts'
import { ErrorObject } from './error.ts'
import { Health } from './health.ts'
import { LayerEntry, LayerList } from './layers.ts'
import { LayerFeatures, TileJson } from './map.ts'
import { ParcelList } from './parcels.ts'
import { SearchResults } from './search.ts'

/** Every body of the interface, under its name in the reference. */
export const COMPONENTS = {
  LocationDossier,
  LayerEntry,
  LayerList,
  LayerFeatures,
  TileJson,
  Scorecard,
  SearchResults,
  Parcel: ParcelRecord,
  ParcelList,
  Health,
  ErrorObject,
} satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof COMPONENTS
