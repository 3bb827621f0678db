import { packedColumnsOf } from '../packs/table.ts'
import { getTable } from './index.ts'
import type { FeatureDefinition, Layer } from './layer.ts'

/** A table of a layer as a map may ask for it by box. */
export interface DrawnTable extends FeatureDefinition {
  /** Column that names a feature for ever. */
  key: string
  geometry: 'polygons' | 'points'
}

/**
 * Tables of a layer that can be drawn, the main one first: that of its archive, then those that it
 * declares as features. Properties are those that the lookup pack holds.
 */
export function drawnTables({ archive, features = [] }: Layer): DrawnTable[] {
  // Past its last zoom an archive holds features one by one, as an answer by box does.
  const archived = archive && { ...archive, minZoom: archive.maxZoom }
  return [...(archived ? [archived] : []), ...features].flatMap((definition) => {
    const { table, properties, label, minZoom, colorBy }: FeatureDefinition = definition
    const declared = getTable(table)
    const { key, geometry } = declared
    if (geometry !== 'polygons' && geometry !== 'points') return []
    const packed = packedColumnsOf(declared).map(({ name }) => name)
    const kept = properties.filter((name) => packed.includes(name))
    const isColored = colorBy && packed.includes(colorBy.property)
    const drawn = { table, properties: kept, label, minZoom, key, geometry }
    return [{ ...drawn, ...(isColored && { colorBy }) }]
  })
}
