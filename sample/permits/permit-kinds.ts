/** A kind of permit of the fictional authorities: its names, its work and the cost of the work. */
export interface PermitKind {
  type: string
  work: string
  /** US dollars. */
  cost: readonly [low: number, high: number]
}

export const COUNTY_KINDS: readonly (readonly [PermitKind, number])[] = [
  [{ type: 'ROOFING', work: 'REROOF, SHINGLE FOR SHINGLE', cost: [7000, 28_000] }, 30],
  [{ type: 'MECHANICAL', work: 'HVAC CHANGE OUT, LIKE FOR LIKE', cost: [4000, 16_000] }, 24],
  [{ type: 'ELECTRICAL', work: 'SERVICE UPGRADE, 200 AMP', cost: [1500, 9000] }, 14],
  [{ type: 'FENCE', work: '6 FT "SHADOW BOX" FENCE', cost: [1200, 7000] }, 12],
  [{ type: 'POOL OR SPA', work: 'IN-GROUND POOL WITH DECK', cost: [38_000, 95_000] }, 8],
  [{ type: 'ADDITION', work: 'ONE STORY ADDITION AT REAR', cost: [40_000, 180_000] }, 7],
  [{ type: 'DEMOLITION', work: 'REMOVE DETACHED SHED', cost: [0, 4000] }, 5],
]

export const TOWN_KINDS: readonly (readonly [PermitKind, number])[] = [
  [{ type: 'Building - Alteration', work: 'Interior alteration', cost: [5000, 120_000] }, 20],
  [{ type: 'Trade - Roofing', work: 'Roof replacement', cost: [8000, 60_000] }, 18],
  [{ type: 'Trade - Plumbing', work: 'Water heater replacement', cost: [900, 4000] }, 12],
  [{ type: 'Sign', work: 'Wall sign, not illuminated', cost: [600, 6000] }, 6],
]
