import { type AddressPlan, buildAddresses } from './addresses/address-plan.ts'
import { type Building, type BuildingLots, buildBuildings } from './buildings/footprints.ts'
import { buildInventory, type InventoryLots, type InventoryPoint } from './buildings/inventory.ts'
import { buildFloodPlan, type FloodPlan } from './flood/flood-plan.ts'
import { buildFloodZones, type FloodZone } from './flood/flood-zones.ts'
import { buildPanels, type FirmPanel } from './flood/panels.ts'
import { buildGroundHeights, type GroundHeights } from './heights/ground-heights.ts'
import { buildBoundary } from './land/boundary.ts'
import { buildLots, type Lot } from './land/lots.ts'
import { buildParcels, type Parcel } from './land/parcels.ts'
import { buildRoll, type RollRow } from './land/roll.ts'
import { buildMarket, type Market } from './market/market.ts'
import { buildPermits, type Permit } from './permits/permits.ts'
import type { LngLat } from './plan/plan.ts'
import { buildTerrain, type Terrain } from './plan/terrain.ts'
import { buildEstimates, type TaxEstimate } from './sales/estimates.ts'
import { buildSales, type Sale } from './sales/sales.ts'
import { buildSoilPlan, type SoilPlan } from './soils/soil-plan.ts'
import { buildSoilPolygons, type SoilPolygon } from './soils/soil-polygons.ts'
import { buildCountyLine, type CountyLine } from './tiger/county-line.ts'
import { buildPlaces, type Place } from './tiger/places.ts'
import { buildZctas, type Zcta } from './tiger/zctas.ts'
import { buildUtilityRecords, type UtilityRecord } from './utilities/inventory-records.ts'
import { buildServicePlan, type ServicePlan } from './utilities/service-plan.ts'
import { buildWetlands, type WetlandPlan } from './wetlands/wetland-plan.ts'
import { buildZoningPlan, type ZoningPlan } from './zoning/zoning-plan.ts'

/** Sample County, wholly fictional: the content of all files, before any file format. */
export interface County {
  seed: number
  terrain: Terrain
  lots: Lot[]
  parcels: Parcel[]
  roll: RollRow[]
  floodPlan: FloodPlan
  floodZones: FloodZone[]
  groundHeights: GroundHeights
  panels: FirmPanel[]
  /** The county line, one open ring: a little larger than panels and parcels. */
  boundary: LngLat[]
  zoning: ZoningPlan
  sales: Sale[]
  estimates: TaxEstimate[]
  market: Market
  /** The county as the Census Bureau draws it for small scales. */
  countyLine: CountyLine
  zctas: Zcta[]
  places: Place[]
  wetlandPlan: WetlandPlan
  soilPlan: SoilPlan
  soilPolygons: SoilPolygon[]
  /** Outline of the soil survey area, one open ring. */
  surveyArea: LngLat[]
  buildings: Building[]
  buildingLots: BuildingLots
  inventory: InventoryPoint[]
  inventoryLots: InventoryLots
  permits: Permit[]
  utilityRecords: UtilityRecord[]
  services: ServicePlan
  addresses: AddressPlan
}

export const DEFAULT_SEED = 99001

/** Draws the county. The same seed gives the same county on any machine. */
export function buildCounty(seed: number = DEFAULT_SEED): County {
  const terrain = buildTerrain(seed)
  const lots = buildLots(seed, terrain)
  const parcels = buildParcels(seed, lots, terrain)
  const roll = buildRoll(seed, parcels)
  const floodPlan = buildFloodPlan(seed, terrain)
  const countyLine = buildCountyLine(seed, terrain)
  const soilPlan = buildSoilPlan(seed, terrain)
  const { polygons: soilPolygons, surveyArea } = buildSoilPolygons(soilPlan, terrain)
  const zoning = buildZoningPlan()
  const { buildings, buildingLots } = buildBuildings(seed, parcels, roll, terrain)
  return {
    seed,
    terrain,
    lots,
    parcels,
    roll,
    floodPlan,
    floodZones: buildFloodZones(floodPlan),
    groundHeights: buildGroundHeights(terrain, floodPlan),
    panels: buildPanels(),
    boundary: buildBoundary(seed),
    zoning,
    sales: buildSales(seed, roll),
    estimates: buildEstimates(seed, parcels, roll),
    market: buildMarket(seed, parcels, roll, terrain),
    countyLine,
    zctas: buildZctas(terrain, countyLine),
    places: buildPlaces(zoning, terrain),
    wetlandPlan: buildWetlands(seed, terrain, parcels),
    soilPlan,
    soilPolygons,
    surveyArea,
    buildings,
    buildingLots,
    ...buildInventory(seed, buildings, terrain),
    permits: buildPermits(seed, parcels, roll, terrain),
    utilityRecords: buildUtilityRecords(seed, parcels),
    services: buildServicePlan(),
    addresses: buildAddresses(seed, parcels, terrain),
  }
}
