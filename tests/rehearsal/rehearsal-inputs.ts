import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BuildInputs } from '../../builds/plan.ts'
import { type Asset, writeLock } from '../../catalog/lock.ts'
import { FloodPartition, flood } from '../../pipelines/flood/pipeline.ts'
import { ParcelPartition, parcel } from '../../pipelines/parcel/pipeline.ts'
import { Partitions } from '../../pipelines/partition.ts'
import { SoilsPartition, soils } from '../../pipelines/soils/pipeline.ts'
import { StructuresPartition, structures } from '../../pipelines/structures/pipeline.ts'
import { WetlandPartition, wetlands } from '../../pipelines/wetlands/pipeline.ts'
import type { Rehearsed } from './changed-rows.ts'
import type { ArchiveName, CountyArchives } from './county-archives.ts'
import { localCode } from './land-files.ts'
import { surveyOf } from './overlay-files.ts'
import type { RehearsalCounty } from './rehearsal-plan.ts'

/** The name under which `planBuild` finds all partitions of a rehearsal. */
export const REHEARSAL = 'rehearsal'

/** A county with the archives that each layer reads. */
export interface RehearsedCounty {
  county: RehearsalCounty
  archives: CountyArchives
  /** Later archives of some layers. */
  changed?: { archives: CountyArchives; layers: readonly Rehearsed[] }
}

const LOCKED: Record<Rehearsed, readonly ArchiveName[]> = {
  parcels: ['parcels.zip', 'roll.zip', 'county.zip'],
  flood: ['nfhl.zip'],
  soils: ['ssurgo.zip'],
  wetlands: ['nwi.zip'],
  structures: ['structures.zip', 'county.zip'],
}

const NOTE = 'Fictional data of a rehearsal county, in the format of its publisher.'
const COUNTY_LINE = { asset: 'county.zip', member: 'county.shp' }

/** Writes a lock a layer and county into a folder, and returns the inputs of a build of them. */
export async function rehearsalInputs(
  counties: readonly RehearsedCounty[],
  locks: string,
): Promise<BuildInputs> {
  await mkdir(locks, { recursive: true })
  for (const { county, archives, changed } of counties)
    for (const layer of Object.keys(LOCKED) as Rehearsed[]) {
      const own = changed?.layers.includes(layer) ? changed.archives : archives
      await writeLock(
        {
          id: lockOf(county, layer),
          source: REHEARSAL,
          vintage: { label: 'generated', note: 'Fictional. It is as old as its generator.' },
          assets: own.assets.filter(({ name }: Asset) =>
            LOCKED[layer].includes(name as ArchiveName),
          ),
        },
        locks,
      )
    }
  const own = counties.map(({ county }) => county)
  const partitions = <T>(definition: (county: RehearsalCounty) => T) => {
    const all = new Partitions(own.map((county) => [partitionOf(county), definition(county)]))
    return async () => all
  }
  const pipelines = [
    { ...parcel, partitions: partitions(parcelsIn) },
    { ...flood, partitions: partitions(floodIn) },
    { ...soils, partitions: partitions(soilsIn) },
    { ...wetlands, partitions: partitions(wetlandsIn) },
    { ...structures, partitions: partitions(structuresIn) },
  ]
  return { pipelines, locks, sources: fileURLToPath(new URL('./sources/', import.meta.url)) }
}

/** Id of a county's partition in each layer. */
export function partitionOf({ number }: RehearsalCounty): string {
  return `rehearsal-${`${number}`.padStart(3, '0')}`
}

function lockOf(county: RehearsalCounty, layer: Rehearsed): string {
  return `${partitionOf(county)}-${layer}`
}

function stated(county: RehearsalCounty, layer: Rehearsed) {
  const { fips, name } = county
  return {
    lock: lockOf(county, layer),
    places: [REHEARSAL],
    county: { fips, name, local_code: localCode(county) },
    note: NOTE,
  }
}

function parcelsIn(county: RehearsalCounty) {
  return ParcelPartition.parse({
    ...stated(county, 'parcels'),
    mapping: 'fl-nal',
    fabric: { asset: 'parcels.zip', member: 'parcels.shp' },
    roll: { asset: 'roll.zip', member: 'roll.csv', key: 'PARCEL_ID', fabric_key: 'PARCELNO' },
    coverage: COUNTY_LINE,
  })
}

function floodIn(county: RehearsalCounty) {
  return FloodPartition.parse({
    ...stated(county, 'flood'),
    mapping: 'nfhl',
    zones: { asset: 'nfhl.zip', member: 'S_FLD_HAZ_AR.shp' },
    panels: { asset: 'nfhl.zip', member: 'S_FIRM_PAN.shp' },
    coverage: 'panels',
    outside: { means: 'unmapped', evidence: null },
    vertical_datum: null,
  })
}

function soilsIn(county: RehearsalCounty) {
  const spatial = (kind: string) => ({
    asset: 'ssurgo.zip',
    member: `${kind}_a_${surveyOf(county).toLowerCase()}.shp`,
  })
  return SoilsPartition.parse({
    ...stated(county, 'soils'),
    map_units: spatial('soilmu'),
    tabular: { asset: 'ssurgo.zip' },
    coverage: spatial('soilsa'),
  })
}

function wetlandsIn(county: RehearsalCounty) {
  return WetlandPartition.parse({
    ...stated(county, 'wetlands'),
    mapping: 'nwi',
    wetlands: { asset: 'nwi.zip', member: 'ZZ_Wetlands.shp' },
    projects: { asset: 'nwi.zip', member: 'ZZ_Wetlands_Project_Metadata.shp' },
    coverage: 'projects',
  })
}

function structuresIn(county: RehearsalCounty) {
  return StructuresPartition.parse({
    ...stated(county, 'structures'),
    mapping: 'usa-structures',
    file: { asset: 'structures.zip', member: 'ZZ_Structures.shp' },
    coverage: COUNTY_LINE,
  })
}
