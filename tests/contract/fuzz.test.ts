import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { exampleValues } from '../../serve/reference/example-values.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { FUZZ_SEED } from '../fuzz-seed.ts'
import { isLongRun } from '../long-run.ts'
import { DescribedAnswers } from './described-answers.ts'
import { type Described, operationsOf } from './description.ts'
import { FuzzedRequests } from './fuzzed-requests.ts'
import { goodValues } from './good-values.ts'
import { type RawAnswer, RawConnection } from './raw-connection.ts'

const REQUESTS = Number(process.env.PLAT_FUZZ_REQUESTS ?? (isLongRun ? 20_000 : 300))
/** Bounds a hang. */
const DONE_WITHIN_MS = 600_000

let sample: ServedSample
let connection: RawConnection
beforeAll(async () => {
  sample = await serveSample()
  connection = new RawConnection(Number(new URL(sample.base).port))
})
afterAll(async () => {
  connection?.close()
  await sample?.close()
})

test(
  `${REQUESTS} requests of all kinds, a fifth of them with broken bytes, are answered as described, and none fails`,
  async () => {
    const described: Described = (await sample.app.inject('/api/openapi.json')).json()
    const address = exampleValues(sample.build).address!
    const page = (await sample.app.inject('/api/v1/parcels?limit=2')).json()
    const good = goodValues(sample.build, [address, '12 Main St'], [page.next_cursor])
    const requests = new FuzzedRequests(described, good, seededRandom(FUZZ_SEED))
    const answers = new DescribedAnswers(described)
    const counts = new Map<number, number>()
    let unanswered = 0
    let brokenAnswered = 0

    for (let i = 0; i < REQUESTS; i++) {
      const { method, target, headers, body, bytes } = requests.next()
      const context = `request ${i}: ${bytes ? JSON.stringify(bytes.toString('latin1')) : `${method} ${target} ${JSON.stringify(headers)}`}`
      const got: RawAnswer[] = bytes
        ? await connection.exchange(bytes)
        : [await connection.send(method, target, headers, body)]
      if (got.length === 0) unanswered++
      for (const [place, answer] of got.entries()) {
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
        if (bytes) brokenAnswered++
        const line = bytes ? requestLineIn(bytes, place) : { method, target }
        const problems = isOfTheParser(answer)
          ? parserProblems(answer)
          : answers.problemsOf(line, answer)
        if (problems.length > 0)
          expect(
            problems,
            `${context}\n${answer.status} ${`${answer.body}`.slice(0, 500)}`,
          ).toEqual([])
      }
    }

    // The mixture must reach answers and refusals of every kind: measured shares of 9,000 requests
    // of three seeds. Of a rare kind a short run may have none.
    const shares = {
      200: 0.25,
      206: 0.0035,
      302: 0.007,
      304: 0.012,
      400: 0.5,
      404: 0.05,
      405: 0.04,
      412: 0.095,
    }
    console.log(
      `fuzz: ${REQUESTS} requests by status: ${JSON.stringify(Object.fromEntries(counts))}`,
    )
    for (const [status, share] of Object.entries(shares))
      expect(counts.get(Number(status)) ?? 0, status).toBeGreaterThan(leastOf(REQUESTS * share))
    const operations = operationsOf(described).map(({ operation }) => operation.operationId)
    const missed = ['none', ...operations].filter((each) => !answers.seen.has(each))
    // A short run may miss some rare operations.
    expect(missed.length, `${missed}`).toBeLessThanOrEqual(isLongRun ? 0 : 8)
    // A fifth of the requests are broken, and most of those have an answer.
    expect(brokenAnswered).toBeGreaterThan(leastOf(REQUESTS * 0.17))
    // The sender of a head that never ends leaves without an answer.
    expect(unanswered).toBeLessThan(REQUESTS * 0.05)
    // The work for a client that left ends with its step, a scorecard with its last.
    await expect.poll(() => sample.held(), { timeout: 120_000 }).toBe(0)
  },
  DONE_WITHIN_MS,
)

/** What a seed in 30,000 falls below, 4 standard deviations; -1 where it may be none. */
const leastOf = (expected: number): number => Math.max(-1, expected - 4 * Math.sqrt(expected))

/** True for answers of the HTTP parser, which refuses before there is a request with a path. */
function isOfTheParser({ status, reason, headers }: RawAnswer): boolean {
  const isBare = headers.connection === 'close' && headers.date === undefined
  return isBare && (status === 400 || status === 431) && reason !== ''
}

function parserProblems({ status, headers, body }: RawAnswer): string[] {
  const { error } = JSON.parse(`${body}`)
  const isWhole = error.code === 'invalid_request' && error.request_id === headers['x-request-id']
  return isWhole ? [] : [`${status} is not an error object`]
}

/**
 * Finds the request line that a changed head still has; later answers belong to the rest of the
 * head.
 */
function requestLineIn(bytes: Buffer, place: number): { method: string; target: string } {
  const text = bytes.toString('latin1').replace(/^[\r\n]+/, '')
  const rest = place === 0 ? text : text.split('\r\n\r\n').slice(place).join('\r\n\r\n')
  const [, method = '', target = ''] = /^(\S+) +(\S*)/.exec(rest.replace(/^[\r\n]+/, '')) ?? []
  return { method, target }
}
