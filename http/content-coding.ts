/**
 * True when the client accepts gzip (RFC 9110, section 12.5.3). By the RFC a request without the
 * header accepts anything, but many such clients cannot decompress, so they get plain bytes.
 */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = weightsOf(acceptEncoding)
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0
  return Math.max(weight, weights.get('x-gzip') ?? 0) > 0
}

/** True when the client names Brotli. */
export function acceptsBrotli(acceptEncoding: string | undefined): boolean {
  return (weightsOf(acceptEncoding).get('br') ?? 0) > 0
}

function weightsOf(acceptEncoding: string | undefined): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
    if (coding) weights.set(coding, weight === undefined ? 1 : Number(weight) || 0)
  }
  return weights
}
