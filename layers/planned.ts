import type { PlannedLayer } from './layer.ts'

/** Sections of the contract that are planned: they answer `not_covered`, and why. */
export const PLANNED: PlannedLayer[] = []
