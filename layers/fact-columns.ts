import { z } from 'zod'
import { LAYERS } from './index.ts'
import type { Row } from './location.ts'
import { type Section, STATUSES } from './section.ts'

/** Layers with a section, for whose facts there are columns. */
function layersOf(names: readonly string[]) {
  return LAYERS.flatMap(({ id, section }) =>
    section === 'none' || !names.includes(id) ? [] : [{ id, section }],
  )
}

/** The status and the facts of sections as one row: its columns, in dossier order. */
export function factColumns(names: readonly string[]): z.ZodObject {
  const shape: z.ZodRawShape = {}
  for (const { id, section } of layersOf(names))
    Object.assign(
      shape,
      {
        [`${id}_status`]: z
          .enum(STATUSES)
          .nullable()
          .describe(`Status of the ${section.name} section`),
      },
      section.facts.row.shape,
    )
  return z.object(shape)
}

/** The values of those columns: facts are null unless the section is `available`. */
export function factsOf(names: readonly string[], sections: Record<string, Section> | null): Row {
  const row: Row = {}
  for (const { id, section } of layersOf(names)) {
    const answer = sections?.[id]
    row[`${id}_status`] = answer?.status ?? null
    for (const column of Object.keys(section.facts.row.shape)) row[column] = null
    if (answer?.status === 'available') Object.assign(row, section.facts.read(answer.data))
  }
  return row
}
