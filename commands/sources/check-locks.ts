import PQueue from 'p-queue'
import type { Lock } from '../../catalog/lock.ts'
import type { Source } from '../../catalog/source.ts'
import { SERVED_LIMITS, type ServedLimits } from '../../pipelines/stages/fetch-limits.ts'
import { requestServedState, servedAddress } from '../../pipelines/stages/served-state.ts'
import type { Progress } from '../../terminal/progress.ts'
import { hideQueries } from '../../terminal/shown-url.ts'
import { StepError } from '../../terminal/step-error.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { CHECK_MS_MAX, HOSTS_AT_ONCE } from './check-limits.ts'
import { compareServed } from './compare-served.ts'
import { publishedAddresses } from './published-address.ts'
import type { Finding, Question } from './question.ts'

export interface CheckOptions {
  sources: ReadonlyMap<string, Source>
  progress: Progress
  limits?: Partial<ServedLimits>
  check_ms_max?: number
}

type Outcome = Pick<Finding, 'verdict' | 'evidence'>

/**
 * Checks every asset of the locks, in their order, and the addresses of the publishers of locks
 * without a URL. One request a host is under way at a time, and four hosts. A failure is the
 * finding of its asset and stops no other.
 */
export async function checkLocks(
  locks: readonly Lock[],
  { sources, progress, limits, check_ms_max = CHECK_MS_MAX }: CheckOptions,
): Promise<Finding[]> {
  const questions = locks.flatMap((lock) => [
    ...lock.assets.map((asset) => questionOf(lock, asset)),
    ...publishedAddresses(lock, sources.get(lock.source)!),
  ])
  const findings = new Map<Question, Finding>()
  const step = progress.step('check sources', { total: questions.length, unit: 'addresses' })
  const end = AbortSignal.timeout(check_ms_max)
  const check = async (question: Question) => {
    const found = await findingOf(question, { ...SERVED_LIMITS, ...limits }, end).catch(
      (error: unknown): Outcome => {
        if (!end.aborted) throw error
        return { verdict: 'unknown', evidence: `the check ended after ${check_ms_max} ms` }
      },
    )
    const { lock, source, asset, is_publisher, at } = question
    const what = { lock, source, asset: asset.name, is_publisher }
    findings.set(question, { ...what, kind: at?.kind ?? 'description', ...found })
    step.advance(1)
  }
  const hosts = Map.groupBy(questions, ({ asset, at }) => (at ? new URL(asset.url).host : ''))
  const queue = new PQueue({ concurrency: HOSTS_AT_ONCE })
  await queue.addAll(
    [...hosts.values()].map((ofHost) => async () => {
      for (const question of ofHost) await check(question)
    }),
  )
  step.done()
  return questions.map((question) => findings.get(question)!)
}

function questionOf(lock: Lock, asset: Lock['assets'][number]): Question {
  return {
    lock: lock.id,
    source: lock.source,
    asset,
    is_publisher: false,
    at: servedAddress(asset.url),
    judge: (state) => compareServed(asset, state),
  }
}

async function findingOf(
  { asset, at, judge }: Question,
  limits: ServedLimits,
  signal: AbortSignal,
): Promise<Outcome> {
  if (at === null) {
    const isFaulty = /^https?:/.test(asset.url)
    const evidence = isFaulty ? 'its URL cannot be read' : `no URL, but "${asset.url}"`
    return { verdict: 'cannot_check', evidence: hideQueries(evidence) }
  }
  signal.throwIfAborted()
  try {
    return judge(await requestServedState(asset, at, limits, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StepError)
      return { verdict: 'unreachable', evidence: hideQueries(error.problem) }
    if (error instanceof InvalidResponse)
      return { verdict: 'unreachable', evidence: hideQueries(error.message) }
    throw error
  }
}
