import { expect, test } from 'vitest'
import { arrivalOf } from './arrival.ts'

const at = (hash: string, search = '') => arrivalOf({ hash, search })

test('a mail link requests one action, and its secret stands in the fragment', () => {
  expect(at('#reset-password=AbC123')).toEqual({ kind: 'reset', token: 'AbC123' })
  expect(at('#invitation=inv1')).toEqual({ kind: 'invitation', id: 'inv1' })
  expect(at('', '?account=verified')).toEqual({ kind: 'verified', isDone: true })
  expect(at('', '?account=verified&error=TOKEN_EXPIRED')).toEqual({
    kind: 'verified',
    isDone: false,
  })
})

test('a claim opens without its code, and the token of an agent is not read', () => {
  expect(at('#claim-agent')).toEqual({ kind: 'claim' })
  expect(at('#agent-invite=invite_x')).toEqual({ kind: 'agent-invite' })
})

test.each([
  ['', ''],
  ['#', '?'],
  ['#reset-password=', '?account='],
  ['#key=sk_map_x', '?at=1,2'],
  ['#reset-password', '?account=other'],
  [`#reset-password=${'x'.repeat(501)}`, '?reset-password=AbC123'],
])('any other address requests nothing: %s %s', (hash, search) => {
  expect(at(hash, search)).toBeNull()
})
