/**
 * The five classes of the hydric rating by map unit, wettest first. NRCS defines them by which
 * components are hydric, not by a percentage; the percentages often quoted with them (100, 80 to
 * 99, 15 to 79, 1 to 20, 0) are the typical ones of its report, and two of them overlap.
 * https://jneme910.github.io/CART/chapters/Hydric_Rating_by_Map_Unit
 */
export type HydricClass =
  | 'hydric'
  | 'predominantly hydric'
  | 'partially hydric'
  | 'predominantly nonhydric'
  | 'nonhydric'

/** Components of one map unit, counted. Major ones are those the unit is named for. */
export interface ComponentCounts {
  majors: number
  hydric_majors: number
  minors: number
  hydric_minors: number
  /** Components rated Yes or No; the others are Unranked or blank. */
  rated: number
}

/**
 * The class by the components where any is rated, else by the percentage. Null where neither
 * decides: unlike NRCS's report, a unit that nobody rated is not called nonhydric.
 */
export function hydricClass(
  counts: ComponentCounts | null,
  hydric_pct: number | null,
): HydricClass | null {
  if (counts && counts.rated > 0 && counts.majors > 0) return classByComponents(counts)
  // The tables have 0 percent for water, and for other land that nobody rates, too.
  if (counts && counts.rated === 0 && hydric_pct === 0) return null
  return hydric_pct === null ? null : classByPercent(hydric_pct)
}

function classByComponents(counts: ComponentCounts): HydricClass {
  const { majors, hydric_majors, minors, hydric_minors } = counts
  if (hydric_majors === majors) return hydric_minors === minors ? 'hydric' : 'predominantly hydric'
  if (hydric_majors > 0) return 'partially hydric'
  return hydric_minors > 0 ? 'predominantly nonhydric' : 'nonhydric'
}

/** Percentages of two classes: from 15 to 20 only components decide. */
const AMBIGUOUS_FROM_PCT = 15
const AMBIGUOUS_TO_PCT = 20

function classByPercent(pct: number): HydricClass | null {
  if (pct >= 100) return 'hydric'
  if (pct >= 80) return 'predominantly hydric'
  if (pct > AMBIGUOUS_TO_PCT) return 'partially hydric'
  if (pct >= AMBIGUOUS_FROM_PCT) return null
  return pct > 0 ? 'predominantly nonhydric' : 'nonhydric'
}
