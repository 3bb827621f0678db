import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'

const scope = { build: 'sample-0123', filters: { county: '99001', zip: undefined } }
const PLACES = [0, 1, 255, 1_000_000, 2 ** 32 - 1]

test.each(PLACES)('a cursor leads back to position %i', (place) => {
  const cursor = encodeCursor(place, scope)
  expect(cursor).toMatch(/^[\w-]{32}$/)
  expect(decodeCursor(cursor, scope)).toBe(place)
})

function refusal(cursor: string, of = scope) {
  try {
    decodeCursor(cursor, of)
  } catch (error) {
    const { status, param, message, hint } = error as Record<string, unknown>
    return { status, param, message, hint }
  }
  return null
}

test('a cursor with any one character altered, cut or added is refused', () => {
  const random = seededRandom(5)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const cursor = encodeCursor(123_456, scope)
  for (let at = 0; at < cursor.length; at++) {
    let other = cursor[at]
    while (other === cursor[at]) other = letters[Math.floor(random() * letters.length)]
    const altered = cursor.slice(0, at) + other + cursor.slice(at + 1)
    const added = cursor.slice(0, at) + other + cursor.slice(at)
    for (const wrong of [altered, cursor.slice(0, at), cursor.slice(at + 1), added])
      expect(refusal(wrong), wrong).toMatchObject({ status: 400, param: 'cursor' })
  }
})

test.each(['', ' ', `${encodeCursor(1, scope)}=`, ` ${encodeCursor(1, scope)}`, '🌊', 'null', '0'])(
  '%j is not a cursor',
  (text) => expect(refusal(text)?.message).toContain('invalid or incomplete'),
)

test('a cursor of another build reports that the build changed, with any filters', () => {
  const { hint, ...error } = refusal(encodeCursor(7, { ...scope, build: 'sample-4567' }))!
  expect(error).toMatchObject({ status: 400, param: 'cursor' })
  expect(error.message).toContain('build changed')
  expect(hint).toContain('start again')
})

test.each([
  [{ county: '99003', zip: undefined }],
  [{ county: '99001', zip: '99001' }],
  [{ zip: '99001' }],
  [{}],
])('a cursor of other filters is refused: %j', (filters) => {
  const error = refusal(encodeCursor(7, { ...scope, filters } as typeof scope))!
  expect(error.message).toContain('other filters')
  expect(error.hint).toContain('Repeat the filters')
})
