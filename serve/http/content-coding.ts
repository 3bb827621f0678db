/**
 * Whether to answer in gzip (RFC 9110, section 12.5.3). A request without the header would take
 * anything by the letter; many that send none do not unpack, so they get plain bytes.
 */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  const weights = weightsOf(acceptEncoding)
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0
  return Math.max(weight, weights.get('x-gzip') ?? 0) > 0
}

/** Whether to answer in Brotli: only to who names it. */
export function takesBrotli(acceptEncoding: string | undefined): boolean {
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
