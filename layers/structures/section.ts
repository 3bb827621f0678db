import { clipExactly } from '../../geometry/exact-clip.ts'
import { toGeoJson } from '../../geometry/geojson.ts'
import { round } from '../../values/round.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, LocatedRow, Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { provenance, sourceFields, sourcesOf } from '../source-of.ts'
import { columns } from './columns.ts'
import { countyRecordOf, recordsBuilding } from './county-record.ts'
import { StructuresData } from './data.ts'
import { areaOf, buildingOf, chooseFootprints, type FootprintChoice } from './footprint-choice.ts'
import { structureAttributesOf } from './structure-attributes.ts'
import { summarise } from './summary.ts'

/**
 * A point of the inventory within so many metres of the queried point is that point. Its
 * coordinates have five to seven decimals, and a few metres off is another building.
 */
const AT_POINT_M = 1

export const section: SectionDefinition = {
  name: 'Structures',
  category: 'property',
  data: StructuresData,
  reads: [
    { table: 'building_footprints', onParcel: true },
    { table: 'structure_inventory', onParcel: true, near: { radius_m: AT_POINT_M } },
    { table: 'parcels', onParcel: false },
  ],
  answer,
  columns,
}

const KIND_TEXTS = { surveyed: 'surveyed outlines', learned: 'machine-learned footprints' }

const INVENTORY_NOTE =
  'Modelled for whole areas, not verified building by building: block_median_year_built is the median of the census block and not the year of a building, foundation heights are assigned by rule, and first_floor_elevation_ft_est is ground elevation plus foundation height.'
const ROLL_NOTE = 'The roll is the record: its year built goes before any estimate.'

function answer(location: Location, rows: SectionRows): Answer<StructuresData> {
  const { building_footprints: outlines, structure_inventory: inventory, parcels } = rows
  const choice = chooseFootprints(location, outlines)
  const points = location.parcel ? inventory.onParcel : inventory.near
  const record = countyRecordOf(location.parcel)
  if (!choice && points.length === 0 && !recordsBuilding(record))
    return outlines.coverage.length > 0 || inventory.coverage.length > 0
      ? withoutBuildings(location, outlines, inventory)
      : notCovered(location, outlines, inventory)
  const data: StructuresData = {
    building_count: choice?.footprints.length ?? 0,
    total_footprint_m2: choice
      ? round(areaOf(choice.footprints), 1)
      : outlines.coverage.length > 0
        ? 0
        : null,
    buildings: choice?.footprints.map(buildingOf) ?? [],
    county_record: record,
    footprint_source: footprintSource(choice, outlines.coverage),
    structure_attributes: structureAttributesOf(points),
    evaluated_against: location.parcel ? 'parcel' : 'point',
  }
  if (location.includeGeometry) data.geometry = footprintFeatures(location, choice)
  const roll = record ? parcels.contributed.filter(isOf([location.parcel!])) : []
  return {
    status: 'available',
    summary: summarise(data, choice?.kind ?? null),
    data,
    ...sourceFields([
      ...sourcesOf(choice?.partitions ?? outlines.coverage, footprintNote(choice) ?? undefined),
      ...sourcesOf(inventory.contributed.filter(isOf(points)), INVENTORY_NOTE),
      ...sourcesOf(roll, ROLL_NOTE),
    ]),
  }
}

function withoutBuildings(
  location: Location,
  outlines: TableRows,
  inventory: TableRows,
): Answer<never> {
  const where = location.parcel ? 'on this parcel' : 'at this location'
  const sources = [
    outlines.coverage.length > 0 ? 'the footprints' : null,
    inventory.coverage.length > 0 ? 'the structure inventory' : null,
  ].filter(Boolean)
  return {
    status: 'empty',
    summary: `No building is known ${where}, by ${sources.join(' and ')} of this build.`,
    data: null,
    ...provenance(outlines.coverage, undefined, inventory.coverage),
  }
}

function notCovered(
  { parcel }: Location,
  outlines: TableRows,
  inventory: TableRows,
): Answer<never> {
  const nothing = parcel
    ? 'no outline and no point of an inventory lies on its parcel'
    : `no outline holds it, and no point of an inventory is within ${AT_POINT_M} m of it`
  return {
    status: 'not_covered',
    summary: 'No source of buildings in this build covers this location.',
    data: null,
    reason:
      outlines.inBuild || inventory.inBuild
        ? `The location lies outside everything that the sources of buildings in this build declare to cover: ${nothing}.`
        : 'This build has no table of buildings.',
    hint: 'The county may know the buildings of this lot: look at its property records.',
    operator_hint:
      'Build the state\'s USA Structures download: see "take a new vintage" in CONTRIBUTING.md.',
  }
}

/**
 * The contract's `footprint_source`: who drew the outlines, or which covering sources drew none.
 */
function footprintSource(choice: FootprintChoice | null, covering: Coverage[]): string {
  if (choice) return `${choice.sourceName} (${KIND_TEXTS[choice.kind]})`
  if (covering.length === 0)
    return 'none: no source of footprints in this build covers this location'
  const names = [...new Set(covering.map(({ source_name }) => source_name))]
  return `none: no outline here in ${names.join(' or ')}`
}

function footprintNote(choice: FootprintChoice | null): string | null {
  if (!choice || choice.leftOut === 0) return null
  const [outlines, are] = choice.leftOut === 1 ? ['outline', 'is'] : ['outlines', 'are']
  return `Of other sources of the same kind ${choice.leftOut} ${outlines} here ${are} not added.`
}

/** Creates a test that is true for partitions of the rows. */
function isOf(found: readonly LocatedRow[]) {
  const partitions = new Set(found.map(({ row }) => row.partition))
  return (coverage: Coverage) => partitions.has(coverage.partition)
}

function footprintFeatures(location: Location, choice: FootprintChoice | null) {
  const parcel = location.parcel?.polygons()
  const drawn = parcel && choice ? choice.footprints : []
  const features = drawn.flatMap((found) => {
    const clipped = clipExactly(found.polygons(), parcel!)
    const properties = buildingOf(found)
    return clipped ? [{ type: 'Feature', properties, geometry: toGeoJson(clipped) }] : []
  })
  return { type: 'FeatureCollection', features }
}
