import type { Sections } from '../key-facts.ts'
import type { UnitSystem } from '../units.ts'
import type { Chart } from './drawing.ts'
import { groundProfile, profileMissing } from './ground-profile.ts'
import { lotChart, lotMissing } from './lot-chart.ts'

/** Pictures of the land of a section, or why one is missing. */
export interface LandCharts {
  charts: Chart[]
  missing: string | null
}

/** The drawing of the lot in the section of the parcel, the profile in that of elevation. */
export function landCharts(layer: string, sections: Sections, system: UnitSystem): LandCharts {
  const isParcel = layer === 'parcel'
  if (!isParcel && layer !== 'elevation') return { charts: [], missing: null }
  const chart = isParcel ? lotChart(sections, system) : groundProfile(sections, system)
  const missing = isParcel ? lotMissing(sections) : profileMissing(sections)
  return { charts: chart ? [chart] : [], missing }
}
