import type { Asset, Category } from './asset.ts'
import { BATH } from './furniture/bath.ts'
import { BEDROOM } from './furniture/bedroom.ts'
import { DECORATION } from './furniture/decoration.ts'
import { DINING } from './furniture/dining.ts'
import { HALL } from './furniture/hall.ts'
import { KITCHEN } from './furniture/kitchen.ts'
import { LAUNDRY } from './furniture/laundry.ts'
import { LIGHTING } from './furniture/lighting.ts'
import { LIVING } from './furniture/living.ts'
import { OFFICE } from './furniture/office.ts'
import { OUTDOOR } from './furniture/outdoor.ts'
import { SCHOOL } from './furniture/school.ts'

const BY_CATEGORY: Record<Category, readonly Asset[]> = {
  living: LIVING,
  dining: DINING,
  kitchen: KITCHEN,
  bedroom: BEDROOM,
  bath: BATH,
  office: OFFICE,
  school: SCHOOL,
  hall: HALL,
  laundry: LAUNDRY,
  outdoor: OUTDOOR,
  lighting: LIGHTING,
  decoration: DECORATION,
}

/** All assets, category by category. */
export const CATALOG: readonly Asset[] = Object.values(BY_CATEGORY).flat()

const byName = new Map(CATALOG.map((asset) => [asset.name, asset]))

export const assetNamed = (name: string): Asset | null => byName.get(name) ?? null

/** All criteria must hold. The words of `query` are searched in names, labels and categories. */
export interface AssetQuery {
  query?: string
  category?: Category
  /** Greatest width in metres, compared with the least size of the asset. */
  maxWidth?: number
  maxDepth?: number
}

/** Assets that match, in the order of the catalog. */
export function searchAssets({ query = '', category, maxWidth, maxDepth }: AssetQuery): Asset[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return CATALOG.filter((asset) => {
    const text = `${asset.name} ${asset.label} ${asset.category}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (category === undefined || asset.category === category) &&
      least(asset, 'width') <= (maxWidth ?? Infinity) &&
      least(asset, 'depth') <= (maxDepth ?? Infinity)
    )
  })
}

const least = ({ dimensions, resizable }: Asset, side: 'width' | 'depth'): number =>
  resizable?.[side]?.[0] ?? dimensions[side]
