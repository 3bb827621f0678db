import type { Asset } from './asset.ts'
import { BEDROOM } from './furniture/bedroom.ts'
import { DINING } from './furniture/dining.ts'
import { LIVING } from './furniture/living.ts'

/** All that rooms are furnished with, category by category. */
export const CATALOG: readonly Asset[] = [...LIVING, ...DINING, ...BEDROOM]

const byName = new Map(CATALOG.map((asset) => [asset.name, asset]))

export const assetNamed = (name: string): Asset | undefined => byName.get(name)
