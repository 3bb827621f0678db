import type { LayerEntry } from '../../serve/schemas/layers.ts'

/** West, south, east, north in degrees. */
export type Bounds = [number, number, number, number]

/** All of the land, where a build says nothing of its own. */
const ANYWHERE: Bounds = [-125, 24, -66, 50]

/**
 * Where a map starts: at the parcels of the build, for a layer of the nation would show no parcel;
 * without parcels at the smallest layer.
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
  if (parcels.length > 0) return parcels.reduce(both)
  const size = ([west, south, east, north]: Bounds) => (east - west) * (north - south)
  return all.map(({ bounds }) => bounds).sort((a, b) => size(a) - size(b))[0] ?? ANYWHERE
}

function both(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}
