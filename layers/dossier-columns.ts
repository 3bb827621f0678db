import { z } from 'zod'
import { LAYERS } from './index.ts'
import type { Row } from './location.ts'
import { type Section, STATUSES } from './section.ts'

/** Layers for whose facts there are columns: those of a moment have none. */
function layersOf(names: readonly string[]) {
  return LAYERS.flatMap(({ id, section }) =>
    section === 'none' || !section.facts || !names.includes(id)
      ? []
      : [{ id, name: section.name, facts: section.facts }],
  )
}

/** The status and the facts of sections as one row: its columns, in dossier order. */
export function dossierColumns(names: readonly string[]): z.ZodObject {
  const shape: z.ZodRawShape = {}
  for (const { id, name, facts } of layersOf(names))
    Object.assign(
      shape,
      {
        [`${id}_status`]: z.enum(STATUSES).nullable().describe(`Status of the ${name} section`),
      },
      facts.row.shape,
    )
  return z.object(shape)
}

/** The values of those columns: facts are null unless the section is `available`. */
export function dossierRow(
  names: readonly string[],
  sections: Record<string, Section> | null,
): Row {
  const row: Row = {}
  for (const { id, facts } of layersOf(names)) {
    const answer = sections?.[id]
    row[`${id}_status`] = answer?.status ?? null
    for (const column of Object.keys(facts.row.shape)) row[column] = null
    if (answer?.status === 'available') Object.assign(row, facts.read(answer.data))
  }
  return row
}
