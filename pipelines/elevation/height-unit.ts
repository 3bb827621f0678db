import { StepError } from '../../terminal/step-error.ts'
import type { ElevationPartition, HeightUnit } from './partition-file.ts'

/** Metres of a unit: the international foot of 1959, and the survey foot of 1893. */
export const METRES_OF: Record<HeightUnit, number> = {
  metre: 1,
  foot: 0.3048,
  us_survey_foot: 1200 / 3937,
}

const UNIT_NAMES: Record<HeightUnit, string> = {
  metre: 'metres',
  foot: 'international feet',
  us_survey_foot: 'US survey feet',
}

/** As GDAL, PROJ and publishers spell them: band units, `VERT_CS` units and `units` of a file. */
const SPELLINGS: [HeightUnit, RegExp][] = [
  ['us_survey_foot', /^(us[ _-]?(survey)?[ _-]?(ft|foot|feet)|ftus|foot_us|survey (foot|feet))$/i],
  ['foot', /^(ft|foot|feet|international (foot|feet))$/i],
  ['metre', /^(m|met(er|re)s?)$/i],
]

/** Text by which a file states its unit, and the unit; null when the text is not recognised. */
export interface StatedUnit {
  text: string
  unit: HeightUnit | null
}

/** Recognises the unit in a file's text; null when the file states none. */
export function readUnit(text: string | null | undefined): StatedUnit | null {
  const clean = text?.trim() ?? ''
  if (clean === '') return null
  return { text: clean, unit: SPELLINGS.find(([, pattern]) => pattern.test(clean))?.[0] ?? null }
}

/**
 * The unit of a file's heights. Throws `StepError` when neither the file nor the partition states
 * it, or the file's text is not recognised: a height off by a factor of three looks like a height.
 */
export function chooseUnit(
  declared: ElevationPartition['unit'],
  stated: StatedUnit | null,
  target: string,
): { unit: HeightUnit; description: string } {
  if (declared !== 'auto') {
    const against =
      stated && stated.unit !== declared.is
        ? `, where the file says ${JSON.stringify(stated.text)}`
        : ''
    return {
      unit: declared.is,
      description: `${UNIT_NAMES[declared.is]} (${declared.evidence})${against}`,
    }
  }
  if (stated?.unit)
    return { unit: stated.unit, description: `${UNIT_NAMES[stated.unit]}, as the file says` }
  const problem = stated
    ? `its unit ${JSON.stringify(stated.text)} is not known`
    : 'the file does not state the unit of its heights'
  throw new StepError(
    'read the heights',
    target,
    problem,
    'State it in the partition file: "unit": { "is": "metre", "evidence": "..." }, from the publisher\'s documents.',
  )
}
