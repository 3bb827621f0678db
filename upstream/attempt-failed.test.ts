import { getSystemErrorMap } from 'node:util'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { connectionFailure } from './attempt-failed.ts'

/** Codes that Node's lists leave out: name look-ups, undici, llhttp, TLS, zlib and Node itself. */
const OTHER_CODES = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RESPONSE_STATUS_CODE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'UND_ERR_SOCKET',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'UND_ERR_ABORTED',
  'HPE_INVALID_CONSTANT',
  'HPE_INVALID_HEADER_TOKEN',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR__ERROR_FORMAT_PADDING_1',
  'ERR_INVALID_URL',
]
const CODES = [
  ...[...getSystemErrorMap().values()].map(([code]) => code),
  ...Object.keys(zlib.constants).filter((name) => /^Z_\w+_ERROR$/.test(name)),
  ...OTHER_CODES,
]

const failureWith = (fields: object) =>
  connectionFailure(
    new TypeError('fetch failed', { cause: Object.assign(new Error('of a program'), fields) }),
  )

test('no error code of a program is in what people read, and each is in what operators read', () => {
  expect(CODES.length).toBeGreaterThan(100)
  for (const code of CODES) {
    const { problem, detail } = failureWith({ code })
    expect(problem, code).toMatch(/^(could not be reached|answered with|broke)\b/)
    expect(problem.replace('HTTP', ''), code).not.toMatch(/[A-Z]{4}|_|\(|of a program/)
    expect(detail).toBe(code)
  }
})

test('an error without a code has its message for operators alone', () => {
  const failure = failureWith({})
  expect([failure.kind, failure.problem]).toEqual(['unreachable', 'could not be reached'])
  expect(failure.detail).toBe('of a program')
  expect(connectionFailure('text alone').detail).toBe('text alone')
})

test('a name, a network and a certificate that fail are distinguished in words', () => {
  const problemOf = (code: string) => failureWith({ code }).problem
  expect(problemOf('ENOTFOUND')).toBe('could not be reached: its name is not known')
  expect(problemOf('ENETUNREACH')).toBe('could not be reached: no route leads to its network')
  expect(problemOf('CERT_HAS_EXPIRED')).toBe('could not be reached over a trusted connection')
})
