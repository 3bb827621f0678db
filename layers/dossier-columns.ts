import { z } from 'zod'
import { LAYERS } from './index.ts'
import type { Row } from './location.ts'
import { type Section, STATUSES } from './section.ts'

/** Layers whose sections have columns; a section about the present moment has none. */
function layersOf(names: readonly string[]) {
  return LAYERS.flatMap(({ id, section }) =>
    section === 'none' || !section.columns || !names.includes(id)
      ? []
      : [{ id, name: section.name, columns: section.columns }],
  )
}

/** Columns of one row with the status and the values of the given sections, in dossier order. */
export function dossierColumns(names: readonly string[]): z.ZodObject {
  const shape: z.ZodRawShape = {}
  for (const { id, name, columns } of layersOf(names))
    Object.assign(
      shape,
      {
        [`${id}_status`]: z.enum(STATUSES).nullable().describe(`Status of the ${name} section`),
      },
      columns.row.shape,
    )
  return z.object(shape)
}

/** Values of those columns; null unless the section is `available`, apart from its status. */
export function dossierRow(
  names: readonly string[],
  sections: Record<string, Section> | null,
): Row {
  const row: Row = {}
  for (const { id, columns } of layersOf(names)) {
    const answer = sections?.[id]
    row[`${id}_status`] = answer?.status ?? null
    for (const column of Object.keys(columns.row.shape)) row[column] = null
    if (answer?.status === 'available') Object.assign(row, columns.values(answer.data))
  }
  return row
}
