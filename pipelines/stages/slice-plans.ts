/** Records of a layer that become one slice. */
export interface SlicePlan {
  /** Place of the first record, and the place after the last. */
  from: number
  to: number
  /** Features among them: fewer where a shapefile has deleted rows. */
  features: number
}

/** Slices of so many records each; those whose rows are all deleted are left out. */
export function planSlices(
  records: number,
  slice: number,
  deleted: readonly number[] = [],
): SlicePlan[] {
  const plans: SlicePlan[] = []
  let next = 0
  for (let from = 0; from < records; from += slice) {
    const to = Math.min(records, from + slice)
    const before = next
    while (next < deleted.length && deleted[next] < to) next++
    const features = to - from - (next - before)
    if (features > 0) plans.push({ from, to, features })
  }
  return plans
}
