/**
 * Whether to answer in gzip (RFC 9110, section 12.5.3). A request without the header would take
 * anything by the letter; many that send none do not unpack, so they get plain bytes.
 */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
    if (coding) weights.set(coding, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  return Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0) > 0
}
