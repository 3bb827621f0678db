/** Attributes of one polygon of a zoning map, as published. */
export interface District {
  /** As published, with XML entities; null where the agency left it out. */
  code: string | null
  description: string
  /** Number of the ordinance that created it, marked as fictional. */
  ordinance: string | null
}

/** Attributes of one polygon of a future land use map. */
export interface LandUseDesignation {
  code: string
  description: string
}

const district = (code: string, words: string, ordinance: string): District => ({
  code,
  description: `${words} (fictional)`,
  ordinance: `FICTION ${ordinance}`,
})

/** The districts of the county's zoning map. */
export const COUNTY_DISTRICTS = {
  agriculture: district('AG-1', 'General Agriculture', '82-04'),
  ruralResidential: district('RR', 'Rural Residential', '82-04'),
  singleFamily: district('RS-1', 'Residential Single Family', '82-04'),
  multiFamily: district('RM', 'Residential Multifamily', '91-12'),
  commercial: district('C-2', 'General Commercial', '91-12'),
  // A web service escaped the ampersand, and the file was made from its response.
  mixed: district('C-2&amp;R', 'General Commercial &amp; Residential', '07-31'),
  industrial: district('I-1', 'Light Industrial', '91-12'),
  publicLand: district('P', 'Public and Conservation', '95-02'),
  planned: district('PUD', 'Planned Unit Development', '19-08'),
  underReview: { code: null, description: 'ZONING UNDER REVIEW (FICTIONAL)', ordinance: null },
} as const satisfies Record<string, District>

/** The districts of the town's own zoning map. `P` is the county's code too. */
export const TOWN_DISTRICTS = {
  oneFamily: district('R-1', 'One-Family Residence', 'T-3'),
  twoFamily: district('R-2', 'Two-Family Residence', 'T-3'),
  centre: district('TC', 'Town Centre', 'T-9'),
  corner: district('NC', 'Neighborhood Commercial', 'T-9'),
  waterfront: district('WF', 'Waterfront', 'T-14'),
  park: district('P', 'Parks', 'T-3'),
  transitional: district('TR', 'Transitional, annexed land', 'T-22'),
} as const satisfies Record<string, District>

const designation = (code: string, words: string): LandUseDesignation => ({
  code,
  description: `${words} (fictional)`,
})

/** The designations of the county's future land use map. */
export const LAND_USE_DESIGNATIONS = {
  agriculture: designation('AG', 'Agriculture'),
  rural: designation('RUR', 'Rural Estates, 1 unit an acre'),
  low: designation('RES-L', 'Residential Low, up to 4 units an acre'),
  medium: designation('RES-M', 'Residential Medium, up to 12 units an acre'),
  mixedUse: designation('MU', 'Mixed Use &amp; Corridor'),
  industrial: designation('IND', 'Industrial'),
  conservation: designation('CON', 'Conservation'),
} as const satisfies Record<string, LandUseDesignation>

/** A published text with its XML entities decoded, as a pipeline must store it. */
export const decoded = (text: string): string => text.replaceAll('&amp;', '&')
