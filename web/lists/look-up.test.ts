import { expect, test, vi } from 'vitest'
import type { Api } from '../api.ts'
import { toApiProblem } from '../api-problem.ts'
import { lookUpLines } from './look-up.ts'
import type { PastedLine } from './pasted-lines.ts'

const lines = (count: number): PastedLine[] =>
  Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    text: `${i}`,
    ref: i === 3 ? null : { address: `${i} Main St` },
    problem: i === 3 ? 'No location.' : null,
  }))
const dossierOf = (address: string) => ({
  status: 'answered',
  dossier: { point: { lat: 1, lng: 2 }, address: { formatted: address }, layers: {}, as_of: '' },
})

/** Answers calls; the one with this number fails. */
function apiThat(failing: number | null) {
  const post = vi.fn(async (_path: string, body: { locations: { address: string }[] }) => {
    if (post.mock.calls.length === failing) throw toApiProblem(503, null, '5', null)
    return {
      data: body.locations.map(({ address }, i) =>
        i === 1
          ? { status: 'failed', error: { code: 'not_found', message: 'None.', hint: 'Try.' } }
          : dossierOf(address),
      ),
    }
  })
  return { api: { post } as unknown as Api, post }
}
const options = { signal: new AbortController().signal, onProgress() {}, onProblem() {} }

test('lines are looked up in calls of a hundred, and answered in their order', async () => {
  const { api, post } = apiThat(null)
  const answers = await lookUpLines(lines(205), { api, ...options })
  expect(post.mock.calls.map(([, body]) => body.locations.length)).toEqual([100, 100, 4])
  expect(answers.map(({ line }) => line.line)).toEqual(lines(205).map(({ line }) => line))
  expect(answers[1]).toMatchObject({ problem: 'None. Try.' })
  expect(answers[3]).toMatchObject({ problem: 'No location.' })
  expect(answers[4]).toMatchObject({ place: { title: '4 Main St' } })
})

test('a call that fails leaves its lines and the rest with why, and those before stay', async () => {
  const { api, post } = apiThat(2)
  const problems: unknown[] = []
  const answers = await lookUpLines(lines(250), {
    api,
    ...options,
    onProblem: (error) => problems.push(error),
  })
  expect(post).toHaveBeenCalledTimes(2)
  expect(problems).toHaveLength(1)
  expect(answers).toHaveLength(250)
  expect(answers[0]).toHaveProperty('place')
  expect(answers[249]).toMatchObject({ problem: expect.stringMatching(/\S/) })
})
