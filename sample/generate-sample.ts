import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Progress, SILENT } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { buildCounty, type County, DEFAULT_SEED } from './county.ts'
import { writeAddressPoints, writeAddressRanges } from './files/address-files.ts'
import { writeCodeBasis } from './files/code-basis-file.ts'
import { writeCounty } from './files/county-file.ts'
import { writeGroundModel, writeSurfaceModel } from './files/elevation-files.ts'
import { writeEstimates } from './files/estimate-file.ts'
import { writeFootprints } from './files/footprints-file.ts'
import { writeObservationPoints, writeObservations } from './files/market-file.ts'
import { writeNfhl } from './files/nfhl-file.ts'
import { writeInventory } from './files/nsi-file.ts'
import { writeNwi } from './files/nwi-file.ts'
import { writeParcels } from './files/parcel-file.ts'
import { writePermits } from './files/permit-files.ts'
import { writeRoll } from './files/roll-file.ts'
import { writeSales } from './files/sales-file.ts'
import { writeSsurgo } from './files/ssurgo-file.ts'
import { type ArchiveEntry, writeStoredZip } from './files/stored-zip.ts'
import { writeStructures } from './files/structures-file.ts'
import { writePlaces, writeTiger } from './files/tiger-file.ts'
import { writeInventoryOfWaters, writeTerritories, writeWaterAreas } from './files/utility-files.ts'
import { writeCountyZoning, writeTownZoning } from './files/zoning-file.ts'

/** A written file: its name, its path, and the size and checksum that a lock records. */
export interface SampleFile {
  name: string
  path: string
  bytes: number
  sha256: string
}

/** One archive per agency, as one would download them. A new layer adds its line here. */
const ARCHIVES: readonly (readonly [name: string, write: (county: County) => ArchiveEntry[]])[] = [
  ['sample_county.zip', writeCounty],
  ['sample_parcels_2025.zip', writeParcels],
  ['sample_nal_2025.zip', writeRoll],
  ['sample_nfhl_99001C.zip', writeNfhl],
  ['sample_nwi_99.zip', writeNwi],
  ['sample_ssurgo_ZZ001.zip', writeSsurgo],
  ['sample_usa_structures_99001.zip', writeStructures],
  ['sample_footprints_99.zip', writeFootprints],
  ['sample_nsi_99001.zip', writeInventory],
  ['sample_zoning_99.zip', writeCountyZoning],
  ['sample_zoning_sampleton.zip', writeTownZoning],
  ['sample_sdf_2025.zip', writeSales],
  ['sample_estimates_2025.zip', writeEstimates],
  ['sample_tiger_99.zip', writeTiger],
  ['sample_market_2025.zip', writeObservations],
  ['sample_market_points_2025.zip', writeObservationPoints],
  ['sample_code_basis_99.zip', writeCodeBasis],
  ['sample_permits_99.zip', writePermits],
  ['sample_flwmi_99.zip', writeInventoryOfWaters],
  ['sample_electric_99.zip', writeTerritories],
  ['sample_water_99.zip', writeWaterAreas],
  ['sample_addrfeat_99001.zip', writeAddressRanges],
  ['sample_addresses_99.zip', writeAddressPoints],
  ['sample_place_99.zip', writePlaces],
  ['sample_3dep_13.zip', writeGroundModel],
  ['sample_glo30.zip', writeSurfaceModel],
]

export const SAMPLE_FILE_NAMES: readonly string[] = ARCHIVES.map(([name]) => name)

const NOTICE = Buffer.from(
  'Sample County, state ZZ, FIPS 99001, is FICTIONAL. Every parcel, value, address and flood\n' +
    'zone in this archive was drawn by a program. The place it is drawn on is open ocean.\n' +
    'Dedicated to the public domain: CC0-1.0.\n',
)

/**
 * Writes the fictional sample county into `folder` (made if absent), in the agencies' own file
 * formats. The same seed gives the same bytes on any machine.
 * @throws StepError when the folder cannot be written.
 */
export async function generateSample(
  folder: string,
  options: { seed?: number; progress?: Progress } = {},
): Promise<SampleFile[]> {
  const progress = options.progress ?? SILENT
  const drawing = progress.step('draw sample county')
  const county = buildCounty(options.seed ?? DEFAULT_SEED)
  drawing.done(
    `${county.parcels.length} parcels, ${county.floodZones.length} flood zones (fictional)`,
  )
  const writing = progress.step('write sample files', { total: ARCHIVES.length, unit: 'files' })
  const files: SampleFile[] = []
  for (const [name, write] of ARCHIVES) {
    const entries = [...write(county), { name: 'README.txt', content: NOTICE }]
    files.push(await writeWhole(folder, name, writeStoredZip(entries)))
    writing.advance(1)
  }
  writing.done(`${files.length} files`)
  return files
}

/** Writes to a temporary name and renames, so that no reader ever sees half a file. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<SampleFile> {
  const path = join(folder, name)
  const partial = `${path}.${process.pid}.part`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(partial, content)
    await rename(partial, path)
  } catch (cause) {
    throw new StepError(
      'write sample files',
      path,
      'cannot be written',
      'Choose a folder that can be written.',
      { cause },
    )
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, path, bytes: content.length, sha256 }
}
