import type { Dossier } from '../../dossier/dossier.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import type { ParcelData } from '../../layers/parcel/data.ts'
import type { SoilsData } from '../../layers/soils/data.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'

/** The parcel section's data, or null. */
export function parcelOf({ layers }: Dossier): ParcelData | null {
  return layers.parcel.data as ParcelData | null
}

/** The flood section's data, or null. */
export function floodOf({ layers }: Dossier): FloodData | null {
  return layers.flood.data as FloodData | null
}

/** `AE`, or `X: AREA OF MINIMAL FLOOD HAZARD`. */
export function zoneLabel(zone: { zone: string; zone_subtype: string | null }): string {
  return zone.zone_subtype ? `${zone.zone}: ${zone.zone_subtype}` : zone.zone
}

/** Square metres of the parcel by zone: rows that differ only in elevation are added. */
export function parcelZones(flood: FloodData): Record<string, { area_m2: number; pct: number }> {
  const zones: Record<string, { area_m2: number; pct: number }> = {}
  for (const row of flood.zones_on_parcel ?? []) {
    const label = zoneLabel(row)
    const { area_m2, pct } = zones[label] ?? { area_m2: 0, pct: 0 }
    zones[label] = { area_m2: area_m2 + row.area_m2, pct: pct + row.coverage_pct }
  }
  return zones
}

/** Values of a dossier for a golden: derived values, and none of a publisher's own. */
export function goldenValues(dossier: Dossier) {
  const [parcel, flood] = [parcelOf(dossier), floodOf(dossier)]
  return {
    parcel: {
      status: dossier.layers.parcel.status,
      ...(parcel && { parcels_here: parcel.parcel_count_here, area_m2: round(parcel.area_m2!, 0) }),
    },
    flood: {
      status: dossier.layers.flood.status,
      ...(flood && {
        mapped: flood.mapped,
        is_in_flood_zone: flood.is_in_flood_zone,
        zone_at_point: flood.zone_at_point ? zoneLabel(flood.zone_at_point) : null,
        base_flood_elevation_ft: flood.zone_at_point?.base_flood_elevation_ft ?? null,
        firm_panel: flood.firm_panel?.panel ?? null,
        highest_risk_zone_on_parcel: flood.highest_risk_zone_on_parcel,
        zones_on_parcel_pct: Object.fromEntries(
          Object.entries(parcelZones(flood)).map(([zone, { pct }]) => [zone, round(pct, 1)]),
        ),
      }),
    },
    ...groundValues(dossier),
  }
}

/** Values of the sections after flood: shares and sums instead of a publisher's rows. */
function groundValues({ layers }: Dossier) {
  const valuesOf = <Data>(name: string, pick: (data: Data) => object) => {
    const { status, data } = layers[name]
    return { status, ...(data !== null && pick(data as Data)) }
  }
  return {
    wetlands: valuesOf<WetlandsData>('wetlands', (data) => ({
      is_on_wetland: data.is_on_wetland,
      codes: data.wetlands.map(({ code, coverage_pct }) => [code, coverage_pct]),
    })),
    structures: valuesOf<StructuresData>('structures', (data) => ({
      buildings: data.building_count,
      footprint_m2: data.total_footprint_m2 && round(data.total_footprint_m2, 0),
      has_record: data.county_record !== null,
    })),
    soils: valuesOf<SoilsData>('soils', (data) => ({
      symbols: data.soil_units.map(({ symbol, coverage_pct }) => [symbol, coverage_pct]),
    })),
    code_basis: valuesOf<{ climate_zone_iecc: string | null }>('code_basis', (data) => ({
      climate_zone_iecc: data.climate_zone_iecc,
    })),
    boundaries: valuesOf<{ precision: string }>('boundaries', ({ precision }) => ({ precision })),
    tax: valuesOf('tax', () => ({})),
    zoning: valuesOf<ZoningData>('zoning', ({ district }) => ({ district })),
  }
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
