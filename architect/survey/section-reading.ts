import type { z } from 'zod'
import { safeText } from '../scene/safe-text.ts'
import type { SurveyLayer, SurveyLayerName } from '../scene/survey.ts'
import type { Dossier, Section } from './dossier-shape.ts'

/** Characters of a text of a dossier that is stored; longer ones are cut. */
const REASON_CHARACTERS_MAX = 600
const SOURCE_CHARACTERS_MAX = 300
const VINTAGE_CHARACTERS_MAX = 120
const TIME_CHARACTERS_MAX = 40

/** A section of a dossier that answers, or why it does not. */
export type SectionAnswer<Data> =
  | { data: Data; section: Section }
  | { reason: string; section: Section | null }

/** External text on one line, cut to a length. */
export const cut = (text: string, characters: number): string =>
  safeText(text).slice(0, characters).toWellFormed()

/** Reads a section of a dossier. A section that is empty, or of another shape, does not answer. */
export function readSection<Data>(
  { layers }: Dossier,
  name: string,
  shape: z.ZodType<Data>,
): SectionAnswer<Data> {
  const section = layers[name]
  if (!section) return { reason: `The geodata service answered without ${name}.`, section: null }
  const { status, summary = '', reason = summary, hint, data } = section
  if (status !== 'available')
    return { reason: [reason || `${name} is ${status}.`, hint].filter(Boolean).join(' '), section }
  const read = shape.safeParse(data)
  if (read.success) return { data: read.data, section }
  const [{ path, message }] = read.error.issues
  const where = [name, ...path.map(String)].join('.')
  return { reason: `The geodata service answered ${where} in another shape: ${message}.`, section }
}

/** The entry of a layer that is known, wholly where there are no reasons against it. */
export function knownLayer(
  name: SurveyLayerName,
  section: Section,
  { as_of }: Dossier,
  reasons: readonly string[],
): SurveyLayer {
  return {
    name,
    status: reasons.length > 0 ? 'partial' : 'available',
    ...(reasons.length > 0 && { reason: cut(reasons.join(' '), REASON_CHARACTERS_MAX) }),
    ...provenance(section, as_of),
  }
}

/** The entry of a layer that is not known. */
export function unknownLayer(
  name: SurveyLayerName,
  reason: string,
  section: Section | null,
  { as_of }: Dossier,
): SurveyLayer {
  return {
    name,
    status: 'unavailable',
    reason: cut(reason, REASON_CHARACTERS_MAX),
    ...(section && provenance(section, as_of)),
  }
}

function provenance({ source }: Section, asOf: string) {
  if (!source) return { retrievedAt: cut(asOf, TIME_CHARACTERS_MAX) }
  return {
    source: cut(source.name, SOURCE_CHARACTERS_MAX),
    ...(source.vintage && { vintage: cut(source.vintage, VINTAGE_CHARACTERS_MAX) }),
    retrievedAt: cut(source.retrieved_at ?? asOf, TIME_CHARACTERS_MAX),
  }
}
