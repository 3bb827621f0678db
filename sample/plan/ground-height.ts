import type { PlanPoint } from './plan.ts'

/**
 * Height of the ground in feet above NAVD88 at a point of the plan: it falls to the sea and to the
 * river, and the polder behind the southern beach lies below the sea.
 */
export function groundHeightFeet([u, v]: PlanPoint): number {
  const inland = Math.max(0, 15500 - u)
  const isPolder = u > 14700 && u < 15330 && v > -5200 && v < -3100
  if (isPolder) return -3.5
  const feet = 1.5 + inland * 0.0011 + Math.min(12, Math.abs(v) * 0.0035)
  return Math.round(feet * 100) / 100
}
