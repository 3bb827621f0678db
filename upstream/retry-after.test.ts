import { afterEach, expect, test } from 'vitest'
import { right, startUpstream, stopServers } from '../tests/servers/one-upstream.ts'

afterEach(stopServers)

const AT_EIGHT = 'Fri, 15 Jan 2027 08:00'
test.each([
  ['2', 2, 2],
  ['90', 90, 90],
  [' 90 ', 90, 90],
  ['600', 600, 600],
  ['601', 600, 601],
  ['2027', 600, 2_027],
  ['3600', 600, 3_600],
  ['3601', 600, 3_600],
  ['999999999', 600, 3_600],
  [`${AT_EIGHT}:30 GMT`, 30, 30],
  ['Fri, 15 Jan 2027 09:00:00 GMT', 600, 3_600],
  ['Fri, 15 Jan 2027 09:00:01 GMT', 600, 3_600],
])(
  'Retry-After: %s is a cooldown of %i s, and a wait of %i s for the caller',
  async (text, cooldown_s, wait_s) => {
    const headers = { 'retry-after': text }
    const answer = async () => ({ status: 429, headers, body: Buffer.alloc(0) })
    const { failureOf, client, clock, server } = await startUpstream({ deadline_ms: 2_000 }, answer)
    expect(await failureOf()).toMatchObject({
      kind: 'limited',
      retryAfter_ms: wait_s * 1_000,
      hint: `Try again in ${wait_s} s.`,
    })
    expect(client.report()[0].state).toBe('open')
    const resting = { kind: 'resting', hint: `Try again in ${cooldown_s} s.` }
    expect(await failureOf()).toMatchObject({ ...resting, retryAfter_ms: cooldown_s * 1_000 })
    clock.now += cooldown_s * 1_000 - 1
    expect(await failureOf()).toMatchObject({ kind: 'resting', retryAfter_ms: 1 })
    expect(server.requests).toBe(1)
    clock.now += 1
    expect((await failureOf()).kind).toBe('limited')
    expect(server.requests).toBe(2)
  },
)

test.each([
  '0',
  '000',
  '-5',
  '+5',
  '5.5',
  '0.5',
  '1e3',
  '5 s',
  'tomorrow',
  '',
  '1000000000',
  '99999999999999',
  `${AT_EIGHT}:00 GMT`,
  'Fri, 15 Jan 2027 07:00:00 GMT',
  '2027-01-15T08:00:30Z',
  `${AT_EIGHT}:30 UTC`,
  'Friday, 15-Jan-27 08:00:30 GMT',
])('Retry-After: %j is ignored and opens no circuit', async (text) => {
  const headers = { 'retry-after': text }
  const answer = async () => ({ status: 429, headers, body: Buffer.alloc(0) })
  const { failureOf, client, server } = await startUpstream({}, answer)
  for (const requests of [1, 2]) {
    expect(await failureOf()).toMatchObject({
      kind: 'limited',
      retryAfter_ms: null,
      hint: 'Try again shortly; the other sections answer meanwhile.',
    })
    expect(server.requests).toBe(requests)
  }
  expect(client.report()[0].state).toBe('closed')
})

test('three redirects on the host are followed, and a fourth is not', async () => {
  for (const [hops, kind] of [
    [3, null],
    [4, 'redirected'],
  ] as const) {
    let left = hops as number
    const { request, failureOf, server } = await startUpstream({}, async () =>
      left-- > 0
        ? { status: 302, headers: { location: `/v1/at${left}` }, body: Buffer.alloc(0) }
        : right(7),
    )
    if (kind === null) expect((await request()).value).toBe(7)
    else
      expect(await failureOf()).toMatchObject({
        kind,
        reason: 'Height service redirected more than 3 times.',
      })
    expect(server.requests).toBe(4)
  }
})
