import type { z } from 'zod'
import { Scorecard } from '../../coverage/scorecard-shape.ts'
import { LocationDossier } from './dossier.ts'
import { ErrorObject } from './error.ts'
import { Health } from './health.ts'
import { LayerEntry, LayerList } from './layers.ts'
import { LayerFeatures, TileJson } from './map.ts'

/** Every body of the interface, under its name in the reference. */
export const COMPONENTS = {
  LocationDossier,
  LayerEntry,
  LayerList,
  LayerFeatures,
  TileJson,
  Scorecard,
  Health,
  ErrorObject,
} satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof COMPONENTS
