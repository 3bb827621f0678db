import type { Found } from '../location.ts'

/** Rows of several editions, those whose lines were generalised least first, as `countyAt` chooses. */
export function finestFirst(found: readonly Found[]): Found[] {
  const scale = ({ row }: Found) => (row.scale_denominator as number | null) ?? 0
  return [...found].sort((a, b) => scale(a) - scale(b))
}
