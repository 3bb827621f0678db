/** What land is mainly meant or used for. */
export const USE_GROUPS = [
  'residential',
  'mixed_use',
  'commercial',
  'industrial',
  'agricultural',
  'open_space',
  'public',
] as const
export type UseGroup = (typeof USE_GROUPS)[number]
/** What land is mainly used for today: it may also be vacant. */
export const LAND_USES = [...USE_GROUPS, 'vacant'] as const
export type LandUse = (typeof LAND_USES)[number]

/** Colours as planners draw uses (https://www.planning.org/lbcs/standards/). */
export const USE_COLORS: Record<UseGroup, string> = {
  residential: '#e8c33a',
  mixed_use: '#c07f3c',
  commercial: '#d2504a',
  industrial: '#8e62b5',
  agricultural: '#9db35b',
  open_space: '#3f9460',
  public: '#3f78b8',
}

export const LAND_USE_COLORS: Record<LandUse, string> = { ...USE_COLORS, vacant: '#b9b2a0' }
