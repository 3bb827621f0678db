import { coalesce, isLarge } from './coalesce.ts'
import type { Fabric } from './fabric.ts'
import { mosaic } from './mosaic.ts'
import { isLeft, thin } from './thin.ts'
import type { ZoomRule } from './zoom-rule.ts'

export type LayerKind = 'contiguous' | 'discontinuous'

interface KindRules {
  /** True when features share borders, which are noded before they are simplified. */
  sharesBorders: boolean
  /** True when a level leaves out ids, before features merge that a person would see. */
  hasPlainLevel: boolean
  /** Merges or thins the features that are too small for a zoom. */
  generalise(fabric: Fabric, rule: ZoomRule): Fabric
  /** What the zooms from that of a rule down are made of. */
  handOn(fabric: Fabric, rule: ZoomRule, maxZoom: number, ofRegion: boolean): Fabric
  /** True for a feature that is drawn as itself. */
  isDrawn(fabric: Fabric, start: number, rule: ZoomRule): boolean
}

export const KINDS: Record<LayerKind, KindRules> = {
  contiguous: {
    sharesBorders: true,
    hasPlainLevel: true,
    generalise: coalesce,
    handOn: mosaic,
    isDrawn: isLarge,
  },
  discontinuous: {
    sharesBorders: false,
    hasPlainLevel: false,
    generalise: thin,
    handOn: thin,
    isDrawn: isLeft,
  },
}
