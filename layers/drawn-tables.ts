import { packedColumnsOf, type Table } from '../packs/table.ts'
import { getTable } from './index.ts'
import type { FeatureDefinition, Layer } from './layer.ts'

/** A table of a layer whose features a map can request by box. */
export interface DrawnTable extends FeatureDefinition {
  /** Column that identifies a feature, the same in every build. */
  key: string
  geometry: 'polygons' | 'points' | 'lines'
}

/** How a map draws a geometry; null for one that it cannot draw. */
const DRAWN_AS: Record<Table['geometry'], DrawnTable['geometry'] | null> = {
  polygons: 'polygons',
  points: 'points',
  lines: 'lines',
  none: null,
}

/**
 * Lists the tables of a layer that a map can draw: first the one of its archive, then those that it
 * declares as features. Properties that the lookup pack lacks are left out.
 */
export function drawnTables({ archive, features = [] }: Layer): DrawnTable[] {
  // At the last zoom of an archive its tiles hold single features, as an answer by box does.
  const archived = archive && { ...archive, minZoom: archive.maxZoom }
  return [...(archived ? [archived] : []), ...features].flatMap((definition) => {
    const { table, properties, label, minZoom, colorBy, isNames }: FeatureDefinition = definition
    const declared = getTable(table)
    const { key } = declared
    const geometry = DRAWN_AS[declared.geometry]
    if (geometry === null) return []
    const packed = packedColumnsOf(declared).map(({ name }) => name)
    const packedProperties = properties.filter((name) => packed.includes(name))
    const isColored = colorBy && packed.includes(colorBy.property)
    const drawn = { table, properties: packedProperties, label, minZoom, key, geometry }
    return [{ ...drawn, ...(isColored && { colorBy }), ...(isNames && { isNames }) }]
  })
}
