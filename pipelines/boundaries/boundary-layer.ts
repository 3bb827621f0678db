import type { Column } from '../../layers/column-mapping.ts'
import { StepError } from '../../terminal/step-error.ts'
import { memberFile, openLayerFile } from '../coverage.ts'
import type { LayerFile } from '../partition.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNames, type FeatureReader } from '../stages/read.ts'
import type { SourceFeature } from '../stages/read-features.ts'

/** The columns of one file by field; null when this edition lacks one. */
export type ColumnsOf<Fields> = { [Field in keyof Fields]: string | null }

/** A layer opened with the columns that its edition has. */
export interface BoundaryLayer<Fields> {
  reader: FeatureReader
  /** The value of a field as clean text; null where it is blank or the edition lacks it. */
  textOf(feature: SourceFeature, field: keyof Fields): string | null
  columns: ColumnsOf<Fields>
}

/**
 * Opens a boundary file by the mapping's columns. Throws `StepError` when it lacks one that is not
 * optional.
 */
export async function openBoundaryLayer<Fields extends Record<string, Column | null>>(
  file: LayerFile,
  fields: Fields,
  context: PartitionContext,
): Promise<BoundaryLayer<Fields>> {
  const path = await memberFile(file, context)
  const own = columnNames(path, file.layer)
  const has = (wanted: string) => own.some((name) => name.toLowerCase() === wanted.toLowerCase())
  const chosen = Object.entries(fields).map(([field, column]) => {
    const found = column?.names.find(has) ?? null
    if (found === null && column?.optional === false)
      throw new StepError(
        'read',
        file.member,
        `it has none of the columns ${column.names.join(', ')}`,
        `The mapping changed, or the partition names another. It has: ${own.join(', ')}.`,
      )
    return [field, found] as const
  })
  const columns = Object.fromEntries(chosen) as ColumnsOf<Fields>
  const wanted = chosen.flatMap(([, name]) => name ?? [])
  const reader = await openLayerFile(file, { columns: [...new Set(wanted)] }, context)
  const textOf = ({ attributes }: SourceFeature, field: keyof Fields) => {
    const column = columns[field]
    const value = column === null ? null : (attributes[column] ?? null)
    return value === null ? null : `${value}`.trim() || null
  }
  return { reader, textOf, columns }
}
