import { LRUCache } from 'lru-cache'
import { type MeasuredArea, withoutSlivers } from '../geometry/sliver.ts'
import type { Pack } from '../packs/pack-reader.ts'

/** Rows of one table that share more than a sliver with a parcel. Areas are in square metres. */
export interface ParcelOverlaps {
  found: { row: number; area_m2: number }[]
  /** Area of the slivers that were left out. */
  slivers_m2: number
}

/** Parcels whose overlaps with a table are cached, and all their rows: 2 MB. */
const CACHED_PARCELS_MAX = 4_096
const CACHED_ROWS_MAX = 32_768

type Cached = LRUCache<number, ParcelOverlaps>
/** Of builds that share a table, each has its own parcels. */
const byPacks = new WeakMap<Pack, WeakMap<Pack, Cached>>()

/** Finds the rows of a table that a parcel shares more than a sliver with. */
export function parcelOverlaps(pack: Pack, area: MeasuredArea): ParcelOverlaps {
  return withoutSlivers(pack.overlaps(area.subject), area, ({ row }) => pack.polygons(row))
}

/**
 * The same, cached. People who look at one lot request it several times, and its polygons are the
 * larger part of a dossier's work.
 */
export function cachedOverlaps(
  pack: Pack,
  parcels: Pack,
  parcelRow: number,
  measure: () => MeasuredArea,
): ParcelOverlaps {
  const cached = cacheOf(parcels, pack)
  const known = cached.get(parcelRow)
  if (known) return known
  const { found, slivers_m2 } = parcelOverlaps(pack, measure())
  const lasting = { found: found.map(({ row, area_m2 }) => ({ row, area_m2 })), slivers_m2 }
  cached.set(parcelRow, lasting)
  return lasting
}

function cacheOf(parcels: Pack, pack: Pack): Cached {
  const ofParcels = byPacks.get(parcels) ?? new WeakMap<Pack, Cached>()
  byPacks.set(parcels, ofParcels)
  const cached: Cached =
    ofParcels.get(pack) ??
    new LRUCache({
      max: CACHED_PARCELS_MAX,
      maxSize: CACHED_ROWS_MAX,
      sizeCalculation: ({ found }) => 1 + found.length,
    })
  ofParcels.set(pack, cached)
  return cached
}
