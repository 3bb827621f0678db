import { StepError } from '../../terminal/step-error.ts'
import type { ElevationPartition, HeightUnit } from './partition-file.ts'

/** Metres of a unit: the international foot of 1959, and the survey foot of 1893. */
export const METRES_OF: Record<HeightUnit, number> = {
  metre: 1,
  foot: 0.3048,
  us_survey_foot: 1200 / 3937,
}

const WORDS_OF: Record<HeightUnit, string> = {
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

/** What a file says of its unit, as it says it, and the unit that this is; null: it says none. */
export interface StatedUnit {
  text: string
  unit: HeightUnit | null
}

export function readUnit(text: string | null | undefined): StatedUnit | null {
  const clean = text?.trim() ?? ''
  if (clean === '') return null
  return { text: clean, unit: SPELLINGS.find(([, pattern]) => pattern.test(clean))?.[0] ?? null }
}

/**
 * The unit of a file's heights. Throws `StepError` where neither the file nor the partition says, or
 * where the file's word is not known: a height off by a factor of three looks like a height.
 */
export function chooseUnit(
  said: ElevationPartition['unit'],
  stated: StatedUnit | null,
  target: string,
): { unit: HeightUnit; words: string } {
  if (said !== 'auto') {
    const against =
      stated && stated.unit !== said.is
        ? `, where the file says ${JSON.stringify(stated.text)}`
        : ''
    return { unit: said.is, words: `${WORDS_OF[said.is]} (${said.evidence})${against}` }
  }
  if (stated?.unit)
    return { unit: stated.unit, words: `${WORDS_OF[stated.unit]}, as the file says` }
  const problem = stated
    ? `its unit is ${JSON.stringify(stated.text)}, which is not known`
    : 'the file does not say in which unit its heights are'
  throw new StepError(
    'read the heights',
    target,
    problem,
    'State it in the partition file: "unit": { "is": "metre", "evidence": "..." }, from the publisher\'s documents.',
  )
}
