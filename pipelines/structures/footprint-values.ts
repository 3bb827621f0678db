import { type Column, columnsToRead, columnValue } from '../../layers/column-mapping.ts'
import { buildingFootprints } from '../../layers/structures/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import type { ConvertedRow } from '../stages/convert.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { datesOf, positiveOf, textOf } from './attribute-readings.ts'
import type { FootprintMapping } from './mapping.ts'

type Values = Record<string, PackValue>

/** No building of the United States is this high; a greater figure is feet, or an elevation. */
const HEIGHT_MAX_M = 600
/** A sheet of plywood: smaller outlines are left over from drawing. Bangor has ten of them. */
const REMNANT_M2 = 1
/** Most that the source's own area may differ from the outline's, as a share, without a count. */
const AREA_TOLERANCE = 0.05

/** A footprint row without its measured area; its key is the source's id or null. */
export function footprintValues(
  { attributes }: SourceFeature,
  mapping: FootprintMapping,
  tally: Tally,
): Values {
  const read = (column: Column | null) => columnValue(attributes, column)
  const text = (column: Column | null) => textOf(read(column), mapping.null_if)
  const area = mapping.source_area && positiveOf(read(mapping.source_area.column))
  return {
    [buildingFootprints.key]: text(mapping.id)?.replace(/^\{(.*)\}$/, '$1') ?? null,
    kind: mapping.kind,
    occupancy: text(mapping.occupancy),
    primary_occupancy: text(mapping.primary_occupancy),
    source_class: text(mapping.source_class),
    height_m: heightOf(read(mapping.height_m), tally),
    source_area_m2: area ? area * mapping.source_area!.square_metres : null,
    image_date: datesOf(read(mapping.image_date)),
    production_date: datesOf(read(mapping.production_date)),
    method: text(mapping.method),
  }
}

/** Columns that the mapping names, those that an edition may lack apart. */
export function footprintColumns(mapping: FootprintMapping) {
  const { id, occupancy, primary_occupancy, source_class, height_m, image_date } = mapping
  const { production_date, method, source_area } = mapping
  const named = [id, occupancy, primary_occupancy, source_class, height_m, image_date]
  return columnsToRead([...named, production_date, method, source_area?.column])
}

/** Adds the measured area; outlines that are not buildings are set aside, odd areas counted. */
export async function* measured(
  batches: AsyncIterable<ConvertedRow<Values>[]>,
  tally: Tally,
): AsyncGenerator<ConvertedRow<Values>[]> {
  for await (const rows of batches) {
    const buildings = rows.filter(({ area_m2 }) => {
      if (area_m2 >= REMNANT_M2) return true
      const example = `an outline of ${(area_m2 * 1e4).toFixed(0)} cm2 is not a building`
      tally.reject('structures.remnant', example)
      return false
    })
    for (const { values, area_m2 } of buildings) {
      values.footprint_m2 = area_m2
      const published = values.source_area_m2 as number | null
      if (published !== null && Math.abs(published / area_m2 - 1) > AREA_TOLERANCE)
        tally.add('structures.area_unlike_outline')
    }
    yield buildings
  }
}

function heightOf(value: AttributeValue, tally: Tally): number | null {
  const height = positiveOf(value)
  if (height === null || height <= HEIGHT_MAX_M) return height
  tally.add('structures.impossible_height')
  return null
}
