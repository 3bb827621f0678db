import type { Section } from '../layers/section.ts'
import { fieldFormat } from './field-format.ts'
import type { Sections } from './key-facts.ts'
import { sourcesOf } from './section-sources.ts'

/** One fact of a section, as tables of other programs have it: the value is not formatted. */
export interface FactRow {
  section: string
  /** Path in `data`, such as `zones_on_parcel[0].zone`; or `summary`, `reason`, `hint`. */
  field: string
  label: string
  /** Null is "not known", which is neither no nor zero. */
  value: string | number | boolean | null
  unit: string | null
  status: string
  source: string | null
  vintage: string | null
  /** The lines that the publishers require to be shown. */
  attribution: string | null
}

type Value = FactRow['value']
/** A field of `data` with its place. */
type Field = Pick<FactRow, 'field' | 'label' | 'value' | 'unit'>

/** Deeper data becomes one value of JSON. */
const DEPTH_MAX = 5

/**
 * All facts of a dossier, section by section: its summary, why it has no answer, and every field of
 * `data` but shapes.
 */
export function factRows(sections: Sections): FactRow[] {
  return Object.values(sections).flatMap((section) => (section ? rowsOf(section) : []))
}

function rowsOf(section: Section): FactRow[] {
  const { layer, status, summary, reason, hint, data } = section
  const sources = sourcesOf(section)
  const joined = (texts: (string | undefined)[]) =>
    [...new Set(texts.filter((text) => text !== undefined))].join('; ') || null
  const origin = {
    status,
    source: joined(sources.map(({ name }) => name)),
    vintage: joined(sources.map(({ vintage }) => vintage)),
    attribution: joined(sources.map(({ attribution }) => attribution)),
  }
  const own = Object.entries({ summary, reason, hint }).flatMap(([field, value]): Field[] =>
    value === undefined ? [] : [{ field, label: fieldFormat(field).label, value, unit: null }],
  )
  const fields = isRecord(data) ? fieldsOf(data, '', '', 0) : []
  return [...own, ...fields].map((field) => ({ section: layer, ...field, ...origin }))
}

function fieldsOf(
  record: Record<string, unknown>,
  path: string,
  group: string,
  depth: number,
): Field[] {
  return Object.entries(record).flatMap(([key, value]): Field[] => {
    if (key === 'geometry') return []
    const { label, unit, isMoney } = fieldFormat(key)
    const field = path === '' ? key : `${path}.${key}`
    const named = group === '' ? label : `${group}: ${label}`
    const row = (text: Value): Field => ({
      field,
      label: named,
      value: text,
      unit: isMoney ? 'USD' : unit,
    })
    if (!isRecord(value) && !Array.isArray(value)) return [row((value ?? null) as Value)]
    if (depth >= DEPTH_MAX) return [row(JSON.stringify(value))]
    if (isRecord(value)) return fieldsOf(value, field, named, depth + 1)
    if (value.length === 0) return [row('none')]
    if (!value.some(isRecord)) return [row(value.join('; '))]
    return value.flatMap((each, i) =>
      isRecord(each) ? fieldsOf(each, `${field}[${i}]`, `${named} ${i + 1}`, depth + 1) : [],
    )
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
