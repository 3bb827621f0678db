import type { FeatureCollection } from 'geojson'
import { titleCase } from '../../report/title-case.ts'

/** The same features with a property as people write it: `MAIN ST` as `Main St`. */
export function inTitleCase<Shown extends FeatureCollection>(
  collection: Shown,
  property: string,
): Shown {
  const features = collection.features.map((feature) => ({
    ...feature,
    properties: {
      ...feature.properties,
      [property]: titleCase(`${feature.properties?.[property]}`),
    },
  }))
  return { ...collection, features }
}
