import type { LayerEntry } from '../../serve/schemas/layers.ts'

/** West, south, east, north in degrees. */
export type Bounds = [number, number, number, number]

/** The contiguous United States, for a build without bounds. */
const ANYWHERE: Bounds = [-125, 24, -66, 50]

/**
 * Bounds of the map at the start: those of the build's parcels, since no parcel would be visible in
 * those of a nationwide layer; without parcels those of the smallest layer.
 */
export function buildBounds(layers: readonly LayerEntry[]): Bounds {
  const all = layers.flatMap(({ category, rendering }) =>
    rendering?.type === 'vector_tiles'
      ? rendering.sources.flatMap(({ bounds }) =>
          bounds ? [{ category, bounds: bounds as Bounds }] : [],
        )
      : [],
  )
  const parcels = all.filter(({ category }) => category === 'parcel').map(({ bounds }) => bounds)
  if (parcels.length > 0) return parcels.reduce(union)
  const size = ([west, south, east, north]: Bounds) => (east - west) * (north - south)
  return all.map(({ bounds }) => bounds).sort((a, b) => size(a) - size(b))[0] ?? ANYWHERE
}

function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}
