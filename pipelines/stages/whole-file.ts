import { basename } from 'node:path'
import type { Asset } from '../../catalog/lock.ts'
import { StepError } from '../../terminal/step-error.ts'
import { type AnswerCounts, readAnswerCounts } from './answer-counts.ts'
import { pageLimitsOf, pageStartOf } from './page-limits.ts'

/** Origin of a file, and its lock's evidence that it is whole. */
export type FileOrigin = Pick<Asset, 'name' | 'url' | 'whole'>

/**
 * Refuses a file that is a part of an answer: half a download would pass as a county, and the rest
 * of it would be `empty`. `file` is the asset itself or a member of it, `name` its name where the
 * file is stored under another. Throws `StepError`.
 */
export async function checkWhole(file: string, origin: FileOrigin, name = file): Promise<void> {
  const counts = await readAnswerCounts(file, name)
  if (counts === null) return
  const problem = cutProblem(counts) ?? (origin.whole ? null : partProblem(counts, origin.url))
  if (problem !== null) throw partError(origin.name, basename(name), problem)
}

/** Why a file holds less than it states itself, or null. */
export function cutProblem({ rows, returned, cut }: AnswerCounts): string | null {
  if (cut !== null) return `${cut}: it was cut short`
  if (rows !== null && returned !== null && rows !== returned)
    return `it has ${rows} features and states that it was sent with ${returned}`
  return null
}

/** Why an answer to this URL is a part of all that match, or null. */
function partProblem(counts: AnswerCounts, url: string): string | null {
  const start = pageStartOf(url)
  return start > 0 ? `it begins at row ${start} of its answer` : moreProblem(counts, url)
}

/** Why more follows on this page of an answer, which begins at row `start`, or null. */
export function moreProblem(
  { rows, matched, returned, more }: AnswerCounts,
  url: string,
  start = pageStartOf(url),
): string | null {
  const has = rows ?? returned
  const end = has === null ? null : start + has
  if (matched !== null && end !== null && end < matched)
    return `it ends at feature ${end} of ${matched}`
  // Some servers count the features of the page as all that match, and state the next page.
  if (more !== null) return has === null ? more : `it has ${has} features, and ${more}`
  if (matched !== null && end !== null) return null
  const limit = pageLimitsOf(url).find(({ rows: most }) => most === has)
  return limit ? `it has exactly ${has} rows, which is ${limit.from}` : null
}

/** Error of a file that is only a part of all records. */
export function partError(asset: string, name: string, problem: string): StepError {
  return new StepError(
    'check that the file is whole',
    name === asset ? asset : `${asset} ${name}`,
    problem,
    'Take all of it: an ArcGIS layer by its address (.../FeatureServer/0), another service in pages or ' +
      'with a higher limit. Where this is all there is, ' +
      `state the evidence: \`plat lock take <id> --whole "${asset}=<evidence>"\`.`,
  )
}
