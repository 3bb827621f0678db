import { type OpenBuild, openBuild, openPinned } from '../../catalog/build-folder.ts'
import { requestedSections } from '../../dossier/bulk/dossier-lines.ts'
import type { PointColumns } from '../../dossier/bulk/point-columns.ts'
import { provenancePath } from '../../dossier/bulk/resumable-lines.ts'
import { answerPoints, type BulkOptions } from '../../dossier/bulk/run.ts'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import { terrainDesk } from '../../layers/elevation/terrain-desk.ts'
import { SECTION_NAMES, UPSTREAMS } from '../../layers/index.ts'
import { STATUSES } from '../../layers/section.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { terrainIn, terrainWithin } from '../../rasters/terrain.ts'
import { type Command, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { CoordinateError, isSwappedPair, parseDegrees } from '../../values/coordinate.ts'
import { resolveAddress } from '../resolve-address.ts'

/** Below the deadline of a section: the height is told where tiles of the ground are slow. */
const TERRAIN_WAIT_MS = 4_000

export const dossierCommand: Command = {
  name: 'dossier',
  summary: 'Say what is known at a spot, or at every point of a file, without the service',
  usage:
    'dossier <lat,lng> | --address <text> | --parcel <key> | --points <file> --out <file> [options]',
  options: {
    address: { type: 'string', value: 'text', help: 'a mailing address or a place' },
    parcel: { type: 'string', value: 'key', help: 'the parcel with this parcel_key' },
    points: {
      type: 'string',
      value: 'file',
      help: 'points to answer: CSV, TSV, NDJSON, GeoJSON or Parquet',
    },
    out: {
      type: 'string',
      value: 'file',
      help: 'where to: .ndjson, a dossier a line, or .parquet, a row a point. Goes on where a run was stopped',
    },
    lat: {
      type: 'string',
      value: 'column',
      help: 'column of the latitude (default: lat, latitude, y)',
    },
    lng: {
      type: 'string',
      value: 'column',
      help: 'column of the longitude (default: lng, lon, long, longitude, x)',
    },
    id: { type: 'string', value: 'column', help: 'column whose value names a point (default: id)' },
    again: { type: 'boolean', help: 'start over, and replace what --out names' },
    layers: {
      type: 'string',
      value: 'names',
      help: 'sections, separated by commas (default: all)',
    },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    geometry: { type: 'boolean', help: 'add GeoJSON to the data' },
    adjacent: { type: 'boolean', help: 'add neighbours and frontage to the parcel' },
    json: { type: 'boolean', help: 'the sections as JSON' },
  },
  examples: [
    'plat dossier 30.01,-72.02',
    'plat dossier 44.80,-68.77 --layers parcel,flood --json',
    "plat dossier --address '5 Main St, Bangor, ME 04401'",
    'plat dossier --parcel pk_5t42sm7shdatfldyxszwzn3o',
    'plat dossier --points sites.csv --out dossiers.ndjson',
    'plat dossier --points sites.csv --lat Y_COORD --lng X_COORD --out dossiers.parquet',
  ],
  async run({ positionals, values }, out) {
    const files = bulkFiles(positionals, values)
    const key = values.parcel as string | undefined
    const address = values.address as string | undefined
    const ways = [files !== null, positionals.length > 0, key !== undefined, address !== undefined]
    if (ways.filter(Boolean).length > 1)
      throw new UsageError('Give a spot, --address, --parcel or --points, and only one of them.')
    const isNamed = key !== undefined || address !== undefined
    const point = files || isNamed ? null : coordinates(positionals)
    const layers = values.layers === undefined ? undefined : `${values.layers}`.split(',')
    const unknown = layers?.find((name) => !SECTION_NAMES.includes(name))
    if (unknown !== undefined)
      throw new UsageError(
        `There is no section ${JSON.stringify(unknown)}; there are ${SECTION_NAMES.join(', ')}.`,
      )
    const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
    const packs = await openPacks(build)
    const { folder } = build.paths
    const rasters = new OpenRasters(folder)
    try {
      const includeGeometry = values.geometry === true
      const adjacent = values.adjacent === true && ({ includeAdjacent: true } as const)
      if (files) {
        const question = { layers: requestedSections(layers), includeGeometry, ...adjacent }
        const columns = bulkColumns(values)
        return await answerFile(build, packs, { ...files, columns, question }, values, out)
      }
      const settings = upstreamSettings(process.env, UPSTREAMS)
      const upstreams = new UpstreamClient({ upstreams: UPSTREAMS, settings })
      const resolved =
        address === undefined ? null : await resolveAddress(build, packs, address, upstreams)
      const spot = resolved?.input ?? point ?? parcelInput(build, packs, key!)
      const desk = terrainWithin(TERRAIN_WAIT_MS, terrainDesk(upstreams))
      const dossier = await buildDossier(
        packs,
        { ...spot, layers, includeGeometry, ...adjacent },
        { upstreams, rasters, terrain: terrainIn(desk, { id: build.id, folder }) },
        (section, error) => out.progress.note(`${section} failed: ${error}`),
      )
      const told = resolved && dossierAddress(resolved.found)
      if (values.json) out.print(JSON.stringify({ ...dossier, ...told }, null, 2))
      else {
        if (told) out.print(formatAddressLine(told.address))
        for (const { message } of dossier.warnings ?? []) out.print(message)
        const rows = Object.values(dossier.layers).map((section) => [
          section.name,
          section.status,
          section.summary,
        ])
        out.print(formatTable(['section', 'status', 'summary'], rows))
      }
      return 0
    } finally {
      closePacks(packs)
      await rasters.close()
    }
  },
}

/** The two files of the bulk form; null for the form that asks about one spot. */
function bulkFiles(positionals: string[], values: Record<string, unknown>) {
  const { points, out } = values
  if (points === undefined && out === undefined) return null
  if (typeof points !== 'string' || typeof out !== 'string')
    throw new UsageError('Give both --points and --out.')
  if (positionals.length > 0) throw new UsageError('Give a spot or --points, not both.')
  if (!/\.(ndjson|parquet)$/i.test(out))
    throw new UsageError(`--out ${out} must end in .ndjson or .parquet.`)
  return { points, out }
}

function bulkColumns(values: Record<string, unknown>): PointColumns {
  const named = (['lat', 'lng', 'id'] as const).filter((axis) => typeof values[axis] === 'string')
  return Object.fromEntries(named.map((axis) => [axis, `${values[axis]}`]))
}

/** An interrupted run ends with the exit code that shells give to SIGINT. */
const INTERRUPTED = 130

async function answerFile(
  build: OpenBuild,
  packs: Packs,
  asked: Pick<BulkOptions, 'points' | 'out' | 'columns' | 'question'>,
  values: Record<string, unknown>,
  { progress, print }: CommandOutput,
): Promise<number> {
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const { signal } = interruption
    const again = values.again === true
    const counts = await answerPoints(build, packs, { ...asked, again, progress, signal })
    if (!counts) return INTERRUPTED
    const statuses = STATUSES.map((status) => status.replace('_', ' '))
    const rows = Object.entries(counts.sections).map(([section, by]) => [
      section,
      ...STATUSES.map((status) => by[status] ?? 0),
    ])
    print(formatTable(['section', ...statuses], rows))
    const told = [`${formatCount(counts.points)} points`]
    if (counts.invalid > 0)
      told.push(`${formatCount(counts.invalid)} of them could not be asked about`)
    if (counts.swapped > 0)
      told.push(`${formatCount(counts.swapped)} of them may have latitude and longitude swapped`)
    if (counts.failures > 0) told.push(`${formatCount(counts.failures)} sections failed`)
    print(`${asked.out}: ${told.join(', ')}. Sources and counts: ${provenancePath(asked.out)}`)
    return 0
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

/** The address as a dossier of the service tells it. */
function dossierAddress({ formatted, precision, position, note }: GeocodedAddress) {
  const of = { ...(position && { position }), ...(note !== undefined && { note }) }
  return { address: { formatted, precision, ...of } }
}

function formatAddressLine({
  formatted,
  precision,
  note,
}: ReturnType<typeof dossierAddress>['address']) {
  return [`${formatted} (${precision})`, note].filter(Boolean).join('. ')
}

/** The row of the parcel with a key. Throws `StepError` where the build has none. */
function parcelInput({ id }: OpenBuild, packs: Packs, key: string): { parcelRow: number } {
  const parcelRow = packs.get('parcels')?.rowOfKey(key) ?? null
  if (parcelRow !== null) return { parcelRow }
  const problem = packs.has('parcels') ? `has no parcel ${key}` : 'has no parcels'
  const remedy = 'Take a parcel_key from the parcel section of this build; `--json` shows it.'
  throw new StepError('find the parcel', `build ${id}`, problem, remedy)
}

function coordinates(positionals: string[]): { lat: number; lng: number } {
  const parts = positionals.join(',').split(/[\s,]+/)
  if (parts.length !== 2)
    throw new UsageError('Give latitude and longitude in degrees, latitude first: 30.01,-72.02')
  try {
    return { lat: parseDegrees(parts[0], 'lat'), lng: parseDegrees(parts[1], 'lng') }
  } catch (error) {
    if (!(error instanceof CoordinateError)) throw error
    const point = isSwappedPair(parts[0], parts[1])
      ? `is ${parts[1]},${parts[0]} the point?`
      : '30.01,-72.02'
    throw new UsageError(`${error.message}. Latitude comes first: ${point}`)
  }
}
