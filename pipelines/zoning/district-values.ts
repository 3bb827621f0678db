import { type Column, columnsToRead, columnValue, namesOf } from '../../layers/column-mapping.ts'
import { documentsText } from '../../layers/zoning/documents.ts'
import { useGroupOf } from '../../layers/zoning/use-group.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { CodedLayer, ZoningMapping } from './mapping.ts'
import { publishedText } from './published-text.ts'
import type { DimensionalTable } from './standards.ts'

export type Values = Record<string, PackValue>

/** Columns that a coded layer is read by. */
export function columnsOfLayer({ code, description, conditions }: CodedLayer) {
  return columnsToRead([...(Array.isArray(code) ? code : []), ...description, ...conditions])
}

/** Code and name of a polygon. One without a code is a dirty row: all zoned land has a code. */
export function codedValues(
  feature: SourceFeature,
  layer: CodedLayer,
  descriptions: ZoningMapping['descriptions'],
  tally: Tally,
): { code: string; description: string | null } {
  const read = textReader(feature, layer, tally)
  const description = firstOf(layer.description, read)
  if (!Array.isArray(layer.code)) return { code: layer.code.constant, description }
  const code = firstOf(layer.code, read)
  if (code === null) {
    const words = description === null ? '' : `, described as ${JSON.stringify(description)}`
    throw new RowError('zoning.no_code', `${layer.code.map(namesOf).join(', ')} is empty${words}`)
  }
  return { code, description: description ?? descriptions?.districts[code] ?? null }
}

/** A district's row, without key and partition. */
export function districtValues(
  feature: SourceFeature,
  { layer, isOverlay }: { layer: CodedLayer; isOverlay: boolean },
  mapping: ZoningMapping,
  standards: DimensionalTable,
  tally: Tally,
): Values {
  const { code, description } = codedValues(feature, layer, mapping.descriptions, tally)
  const read = textReader(feature, layer, tally)
  const marked = layer.conditions
    .map((column) => [column.names[0], read(column)] as const)
    .filter(([, value]) => value !== null)
  const conditions = marked.map(([column, value]) => `${column}: ${value}`).join('; ') || null
  const dimensions = standards.valuesFor(code, conditions)
  if (standards.hasLines && !dimensions.has_standards && !isOverlay)
    tally.add('zoning.district_without_standards')
  return {
    jurisdiction: mapping.jurisdiction,
    authority_level: mapping.authority_level,
    district: code,
    description,
    use_group: isOverlay ? null : useGroupOf(code, description),
    is_overlay: isOverlay,
    conditions,
    ...dimensions,
    land_development_code_url: mapping.land_development_code?.url ?? null,
    governing_documents: documentsText(mapping.governing_documents),
  }
}

function textReader({ attributes }: SourceFeature, { null_if }: CodedLayer, tally: Tally) {
  return (column: Column) => {
    const text = publishedText(columnValue(attributes, column), tally)
    return text === null || null_if.includes(text) ? null : text
  }
}

function firstOf(columns: readonly Column[], read: (column: Column) => string | null) {
  for (const column of columns) {
    const text = read(column)
    if (text !== null) return text
  }
  return null
}
