import { expect, test } from 'vitest'
import { codeOf, ERROR_STATUSES, notAvailable, STATUS_MEANINGS } from './error-codes.ts'

test.each([
  [undefined, '5'],
  [null, '5'],
  [0, '1'],
  [-1_000, '1'],
  [0.4, '1'],
  [1, '1'],
  [999, '1'],
  [1_000, '1'],
  [1_001, '2'],
  [1_500, '2'],
  [59_000.2, '60'],
  [3_600_000, '3600'],
])(
  'a wait of %s ms is a Retry-After of %s: whole seconds, and at least 1',
  (retryAfter_ms, seconds) => {
    const error = notAvailable('Nothing.', 'Wait.', { retryAfter_ms })
    expect([error.status, error.headers]).toEqual([503, { 'retry-after': seconds }])
  },
)

test('every status has its code of the contract', () => {
  const codes = Object.fromEntries(ERROR_STATUSES.map((status) => [status, codeOf(status)]))
  expect(codes).toEqual({
    400: 'invalid_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    405: 'invalid_request',
    408: 'invalid_request',
    412: 'invalid_request',
    413: 'invalid_request',
    414: 'invalid_request',
    415: 'invalid_request',
    416: 'invalid_request',
    429: 'rate_limited',
    431: 'invalid_request',
    500: 'internal_error',
    501: 'not_implemented',
    503: 'not_available',
  })
  expect(Object.keys(STATUS_MEANINGS)).toEqual(Object.keys(codes))
  for (const status of [200, 402, 418, 502, 504]) expect(codeOf(status)).toBe('internal_error')
})
