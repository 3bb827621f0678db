/** Counts of a partition's build. They are written to the manifest and to SQL tables. */
export class Tally {
  /** Refused rows by stat, with the first message. */
  readonly rejects: Record<string, { count: number; example: string }> = {}
  /** Repaired geometries by kind: the area gained or lost, square metres. */
  readonly repairs: Record<string, { count: number; area_change_m2: number }> = {}
  /** Cases of the rules: `key.merged_identical`, `roll.without_parcel` and so on. */
  readonly cases: Record<string, number> = {}

  reject(stat: string, example: string, count = 1): void {
    const known = this.rejects[stat]
    if (known) known.count += count
    else this.rejects[stat] = { count, example }
  }

  repair(kind: string, areaChangeM2: number): void {
    this.repairs[kind] ??= { count: 0, area_change_m2: 0 }
    const entry = this.repairs[kind]
    entry.count++
    entry.area_change_m2 += areaChangeM2
  }

  /** Counts a case; a count of zero leaves no trace. */
  add(name: string, count = 1): void {
    if (count > 0) this.cases[name] = (this.cases[name] ?? 0) + count
  }

  /** Counts all that another one has counted. */
  merge({ rejects, repairs, cases }: Tally): void {
    for (const [stat, { count, example }] of Object.entries(rejects))
      this.reject(stat, example, count)
    for (const [kind, { count, area_change_m2 }] of Object.entries(repairs)) {
      this.repairs[kind] ??= { count: 0, area_change_m2: 0 }
      this.repairs[kind].count += count
      this.repairs[kind].area_change_m2 += area_change_m2
    }
    for (const [name, count] of Object.entries(cases)) this.add(name, count)
  }

  get rejected(): number {
    return Object.values(this.rejects).reduce((sum, { count }) => sum + count, 0)
  }
}
