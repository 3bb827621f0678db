/** Request headers that some paths read. Invalid values are ignored. */
export const REQUEST_HEADERS = {
  Range: {
    description: 'One range of bytes: `bytes=0-126`, `bytes=100-`, `bytes=-100`.',
    example: 'bytes=0-126',
  },
  'If-Range': {
    description: 'An `ETag`: if it does not match, the response is the whole file.',
    example: '"5a1165e3"',
  },
  'If-Match': {
    description: 'An `ETag`: 412 if the response has a different one.',
    example: '"5a1165e3"',
  },
  'If-None-Match': {
    description: 'The `ETag` of a cached response: 304 if it still matches.',
    example: '"5a1165e3"',
  },
  'Accept-Encoding': {
    description: '`br` and `gzip`, as far as the client can decompress them.',
    example: 'br, gzip',
  },
} as const

export type RequestHeader = keyof typeof REQUEST_HEADERS
