import type { LocationAnswers } from '../../serve/schemas/locations.ts'
import type { Api } from '../api.ts'
import type { LocationRef } from '../location-ref.ts'
import { formatProblem } from '../notice.ts'
import type { PastedLine } from './pasted-lines.ts'
import { LIST_SECTIONS, type Place, placeOf } from './place.ts'

/** Locations of one call, as many as the service answers. */
const CALL_MAX = 100

/** A line with its place, or why it has none. */
export type LineAnswer = { line: PastedLine } & ({ place: Place } | { problem: string })

export interface LookUpOptions {
  api: Api
  signal: AbortSignal
  /** Called after each call, with the number of lines that are answered. */
  onProgress(answered: number): void
  /** Receives the error of a call that failed as a whole. */
  onProblem(error: unknown): void
}

/**
 * Looks up lines in calls of a hundred, one after the other. When a call fails, its lines and the
 * rest of them have its problem: nothing is lost.
 */
export async function lookUpLines(
  lines: readonly PastedLine[],
  { api, signal, onProgress, onProblem }: LookUpOptions,
): Promise<LineAnswer[]> {
  const answers: LineAnswer[] = []
  const known: (PastedLine & { ref: LocationRef })[] = []
  for (const line of lines)
    if (line.ref === null) answers.push({ line, problem: line.problem ?? 'It has no location.' })
    else known.push({ ...line, ref: line.ref })
  let failure: string | null = null
  for (let from = 0; from < known.length; from += CALL_MAX) {
    const some = known.slice(from, from + CALL_MAX)
    if (failure === null) {
      try {
        answers.push(...(await call(api, some, signal)))
        onProgress(answers.length)
        continue
      } catch (error) {
        failure = signal.aborted ? 'Stopped before this line.' : formatProblem(error)
        if (!signal.aborted) onProblem(error)
      }
    }
    for (const line of some) answers.push({ line, problem: failure })
  }
  return answers.sort((a, b) => a.line.line - b.line.line)
}

async function call(
  api: Api,
  lines: readonly (PastedLine & { ref: LocationRef })[],
  signal: AbortSignal,
): Promise<LineAnswer[]> {
  const locations = lines.map(({ ref }) => ('at' in ref ? ref.at : ref))
  const body = { locations, layers: LIST_SECTIONS }
  const { data } = await api.post<LocationAnswers>('/v1/locations', body, signal)
  const now = new Date()
  return lines.map((line, i): LineAnswer => {
    const item = data[i]
    if (item.status === 'answered') return { line, place: placeOf(item.dossier, line.ref, now) }
    const { message, hint } = item.error
    return { line, problem: hint ? `${message} ${hint}` : message }
  })
}
