import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { BoundariesData } from '../../layers/boundaries/data.ts'
import type { CodeBasisData } from '../../layers/code_basis/data.ts'
import { RAINFALL_100_YEARS_24_HOURS } from '../../sample/code-basis/code-basis.ts'
import type { KnownLocation } from '../sample/known-locations.ts'

/** County and ZIP follow the generalised line; beyond it, the parcel. */
export function expectBoundaries({ layers }: Dossier, { boundaries }: KnownLocation): void {
  if (!boundaries) {
    // The state in this file ends where the county does.
    expect(layers.boundaries.status).toBe('not_covered')
    expect(layers.boundaries.data).toBeNull()
    return
  }
  const data = layers.boundaries.data as BoundariesData
  expect(layers.boundaries.status).toBe('available')
  expect(data.precision).toBe(boundaries.precision)
  expect(data.state).toBe(boundaries.stateCode)
  expect(data.county).toMatchObject({
    fips: boundaries.countyFips,
    name: 'Sample County (fictional)',
  })
  expect(data.zip).toBe(boundaries.zip)
}

/** The county's values wherever the county is known, a snow load of 0 among them. */
export function expectCodeBasis({ layers }: Dossier, { codeBasis }: KnownLocation): void {
  if (!codeBasis) {
    expect(layers.code_basis.status).toBe('not_covered')
    expect(layers.code_basis.data).toBeNull()
    return
  }
  const data = layers.code_basis.data as CodeBasisData
  expect(layers.code_basis.status).toBe('available')
  expect(data).toMatchObject({
    climate_zone_iecc: '3A',
    frost_depth_ft: codeBasis.frostDepthFeet,
    ground_snow_load_psf: codeBasis.groundSnowLoadPsf,
    seismic_design_category: codeBasis.seismicDesignCategory,
    seismic_sds: codeBasis.seismicSds,
    seismic_sd1: codeBasis.seismicSd1,
    wind_speed_mph: codeBasis.windSpeedMph,
    wind_borne_debris_region: codeBasis.isWindBorneDebrisRegion,
    wind_exposure: null,
    rainfall_100yr_24hr_in: RAINFALL_100_YEARS_24_HOURS,
  })
  // These sections are for California only.
  expect(data).not.toHaveProperty('climate_zone_title24')
  expect(data).not.toHaveProperty('fire_hazard_severity')
}
