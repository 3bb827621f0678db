/** Standard deviations of the range in which a share lies 19 times in 20. */
const Z = 1.96

/** A share of some things, of which a part was looked at. */
export interface Sampled {
  /** Of those looked at, how many had the property. */
  hits: number
  looked: number
  /** How many there are; null for points of an area, which are endless. */
  of: number | null
}

/**
 * How far a share may be off because only a part was looked at, in points of percent, 19 times in
 * 20. It is the farther end of Wilson's range, which holds near 0 and 100 % too, narrowed where
 * most of a number was looked at; 0 where all was. Points and parcels are drawn spread evenly,
 * which errs less than this, so it is a bound.
 */
export function marginPoints({ hits, looked, of }: Sampled): number | null {
  if (looked === 0) return null
  if (of !== null && looked >= of) return 0
  const size = of === null ? looked : (looked * (of - 1)) / (of - looked)
  const share = hits / looked
  const middle = (share + (Z * Z) / (2 * size)) / (1 + (Z * Z) / size)
  const spread = Math.sqrt((share * (1 - share)) / size + (Z * Z) / (4 * size * size))
  const half = (Z * spread) / (1 + (Z * Z) / size)
  return 100 * Math.max(middle + half - share, share - (middle - half))
}

/**
 * Formats how far a share may be off: "± 3", "± 0.4", and "− 0.4" of 100 %, which can only be less;
 * null where it is exact. It is never rounded to 0.
 */
export function formatMargin(sampled: Sampled): string | null {
  const points = marginPoints(sampled)
  if (points === null || points === 0) return null
  const { hits, looked } = sampled
  const sign = hits === 0 ? '+' : hits === looked ? '−' : '±'
  return `${sign} ${points < 0.95 ? (Math.ceil(points * 10 - 1e-9) / 10).toFixed(1) : Math.round(points)}`
}
