import { fireSeverity, responsibilityArea } from '../../layers/code_basis/fire-hazard.ts'
import { fireHazardZones } from '../../layers/code_basis/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { RowError } from '../../values/row-error.ts'
import { openLayerFile } from '../coverage.ts'
import type { PartitionContext } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'
import { type WrittenTable, writeTable } from '../stages/table.ts'
import type { Tally } from '../stages/tally.ts'
import type { InputOf } from './partition-file.ts'

/**
 * Columns of CAL FIRE's downloads: HAZ_CLASS and HAZ_CODE until 2022, FHSZ_Description and FHSZ
 * since; a shapefile cuts the name at ten letters. All have SRA: SRA, LRA or FRA.
 */
const WORDS = ['HAZ_CLASS', 'FHSZ_Description', 'FHSZ_Descr']
const CODES = ['HAZ_CODE', 'FHSZ']
const AREA = 'SRA'

/** Writes the fire hazard zones of all downloads; polygons of land in no zone are counted. */
export async function writeFireZones(
  inputs: readonly InputOf<'fire_hazard_zones'>[],
  tally: Tally,
  context: PartitionContext,
): Promise<{ written: WrittenTable; operations: string[] }> {
  const operations = new Set<string>()
  async function* batches() {
    for (const { table: _, ...file } of inputs) {
      const columns = { columns: [AREA], optionalColumns: [...WORDS, ...CODES] }
      const reader = await openLayerFile(file, columns, context)
      operations.add(reader.operation)
      const zones = zonesOnly(reader.slices(), tally, `${file.asset} ${file.member}`)
      yield* convertFeatures(zones, zoneValues, tally)
    }
  }
  const written = await writeTable(fireHazardZones, batches(), tally, context)
  return { written, operations: [...operations] }
}

/** The files have no lasting id: the key is that of the shape. */
function zoneValues(feature: SourceFeature): Record<string, PackValue> {
  return {
    fire_zone_key: null,
    severity: severityOf(feature),
    responsibility_area: responsibilityArea(textOf(feature.attributes[AREA])),
  }
}

/** Land in no zone is not a dirty row: it is left out before it is converted. */
async function* zonesOnly(
  slices: AsyncIterable<SourceFeature[]>,
  tally: Tally,
  target: string,
): AsyncGenerator<SourceFeature[]> {
  for await (const features of slices) {
    const [first] = features
    if (first && ![...WORDS, ...CODES].some((name) => name in first.attributes))
      throw new StepError(
        'read the fire hazard zones',
        target,
        `has none of the columns ${[...WORDS, ...CODES].join(', ')}`,
        'Name the layer of zones; a new schema is a line in pipelines/code_basis/fire-zones.ts.',
      )
    const zones = features.filter((feature) => !isNoZone(feature))
    tally.add('code_basis.in_no_fire_zone', features.length - zones.length)
    yield zones
  }
}

function isNoZone(feature: SourceFeature): boolean {
  try {
    return severityOf(feature) === null
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return false // The conversion counts values that cannot be read.
  }
}

function severityOf({ attributes }: SourceFeature) {
  const first = (names: string[]) =>
    names.map((name) => textOf(attributes[name])).find((text) => text !== null) ?? null
  return fireSeverity(first(WORDS), first(CODES))
}

function textOf(value: AttributeValue | undefined): string | null {
  return `${value ?? ''}`.trim() || null
}
