import type { FeatureCollection } from 'geojson'
import { titleCase } from '../../report/title-case.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { namesSource } from './map-labels.ts'

/** The property with the names of streets or places, by the source that is loaded for them. */
export function namedBy(layers: readonly LayerEntry[]): Map<string, string> {
  return new Map(
    layers.flatMap(({ slug, names = [] }) =>
      names.map(({ id, label_property }) => [namesSource(slug, id), label_property] as const),
    ),
  )
}

/** The same features with a property as people write it: `MAIN ST` as `Main St`. */
export function inTitleCase<Shown extends FeatureCollection>(
  collection: Shown,
  property: string | undefined,
): Shown {
  if (property === undefined) return collection
  const features = collection.features.map((feature) => ({
    ...feature,
    properties: {
      ...feature.properties,
      [property]: titleCase(`${feature.properties?.[property]}`),
    },
  }))
  return { ...collection, features }
}
