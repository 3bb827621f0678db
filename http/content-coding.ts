/** Codings in which answers are sent, best first: Brotli makes the fewest bytes of text. */
export const CODINGS = ['br', 'gzip'] as const
export type ContentCoding = (typeof CODINGS)[number]

/**
 * The coding among the offered ones that the client prefers (RFC 9110, section 12.5.3); of equal
 * ones the first that is offered. Null for plain bytes. By the RFC a request without the header
 * accepts anything, and `*` includes Brotli, but many such clients cannot decompress it: they get
 * plain bytes, and gzip for `*`.
 */
export function codingFor(
  acceptEncoding: string | undefined,
  offered: readonly ContentCoding[],
): ContentCoding | null {
  const weights = weightsOf(acceptEncoding)
  const weightOf: Record<ContentCoding, number> = {
    br: weights.get('br') ?? 0,
    gzip: Math.max(weights.get('gzip') ?? weights.get('*') ?? 0, weights.get('x-gzip') ?? 0),
  }
  // Plain bytes are preferred only where they are named.
  let best: { coding: ContentCoding | null; weight: number } = {
    coding: null,
    weight: weights.get('identity') ?? 0,
  }
  for (const coding of offered) {
    const weight = weightOf[coding]
    const isBetter = best.coding === null ? weight >= best.weight : weight > best.weight
    if (weight > 0 && isBetter) best = { coding, weight }
  }
  return best.coding
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
