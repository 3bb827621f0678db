import { type OpenBuild, openBuild, openPinned } from '../../catalog/build-folder.ts'
import { provenancePath } from '../../dossier/bulk/resumable-lines.ts'
import { answerPoints } from '../../dossier/bulk/run.ts'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { STATUSES } from '../../layers/section.ts'
import type { LocationInput } from '../../lookup/location-lookup.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { terrainIn, terrainWithin } from '../../rasters/terrain.ts'
import type { CommandArguments, CommandOutput } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import {
  type BulkFiles,
  type DossierRequest,
  type NamedLocation,
  readDossierRequest,
} from './dossier-request.ts'
import { resolveAddress } from './resolve-address.ts'

/** Below the deadline of a section, so that the height is reported when terrain tiles are slow. */
const TERRAIN_WAIT_MS = 4_000
/** Exit code of an interrupted run, as shells use it for SIGINT. */
const INTERRUPTED = 130

/** Answers one location, or every point of a file, from a build. */
export async function runDossier(args: CommandArguments, out: CommandOutput): Promise<number> {
  const request = readDossierRequest(args, process.env)
  const { about, query } = request
  const build = request.build ? await openBuild(request.build) : await openPinned()
  const packs = await openPacks(build)
  try {
    if (about.kind === 'points') return await answerFile(build, packs, about, query, out)
    await printDossier(build, packs, about, request, out)
    return 0
  } finally {
    closePacks(packs)
  }
}

async function printDossier(
  build: OpenBuild,
  packs: Packs,
  about: NamedLocation,
  { layers, query, upstreams: settings, isJson }: DossierRequest,
  out: CommandOutput,
): Promise<void> {
  const { folder } = build.paths
  const rasters = new OpenRasters(folder)
  try {
    const upstreams = new UpstreamClient({ upstreams: UPSTREAMS, settings })
    const { found, input } = await resolveLocation(build, packs, about, upstreams)
    const terrain = terrainWithin(TERRAIN_WAIT_MS, createTerrainService(upstreams))
    const dossier = await buildDossier(
      packs,
      { ...input, ...query, layers },
      { upstreams, rasters, terrain: terrainIn(terrain, { id: build.id, folder }) },
      (section, error) => out.progress.note(`${section} failed: ${error}`),
    )
    const address = found && toAddress(found)
    if (isJson) {
      out.print(JSON.stringify({ ...dossier, ...(address && { address }) }, null, 2))
      return
    }
    if (address) out.print(formatAddress(address))
    for (const { message } of dossier.warnings ?? []) out.print(message)
    const rows = Object.values(dossier.layers).map((section) => [
      section.name,
      section.status,
      section.summary,
    ])
    out.print(formatTable(['section', 'status', 'summary'], rows))
  } finally {
    await rasters.close()
  }
}

/** The location in a build; `found` is null where it was not named by its address. */
async function resolveLocation(
  build: OpenBuild,
  packs: Packs,
  about: NamedLocation,
  upstreams: UpstreamClient,
): Promise<{ found: GeocodedAddress | null; input: LocationInput }> {
  switch (about.kind) {
    case 'address':
      return await resolveAddress(build, packs, about.text, upstreams)
    case 'parcel':
      return { found: null, input: requireParcel(build, packs, about.key) }
    case 'point':
      return { found: null, input: about.point }
  }
}

async function answerFile(
  build: OpenBuild,
  packs: Packs,
  { points, out, columns, again }: BulkFiles,
  query: DossierRequest['query'],
  { progress, print }: CommandOutput,
): Promise<number> {
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const { signal } = interruption
    const options = { points, out, columns, question: query, again, progress, signal }
    const counts = await answerPoints(build, packs, options)
    if (!counts) return INTERRUPTED
    const statuses = STATUSES.map((status) => status.replace('_', ' '))
    const rows = Object.entries(counts.sections).map(([section, by]) => [
      section,
      ...STATUSES.map((status) => by[status] ?? 0),
    ])
    print(formatTable(['section', ...statuses], rows))
    const parts = [counts.points === 1 ? '1 point' : `${formatCount(counts.points)} points`]
    if (counts.invalid > 0) parts.push(`${formatCount(counts.invalid)} of them are not valid`)
    if (counts.swapped > 0)
      parts.push(`${formatCount(counts.swapped)} of them may have latitude and longitude swapped`)
    if (counts.failures > 0) parts.push(`${formatCount(counts.failures)} sections failed`)
    print(`${out}: ${parts.join(', ')}. Sources and counts: ${provenancePath(out)}`)
    return 0
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

/** The address as a dossier of the service has it. */
function toAddress({ formatted, precision, position, note }: GeocodedAddress) {
  const rest = { ...(position && { position }), ...(note !== undefined && { note }) }
  return { formatted, precision, ...rest }
}

function formatAddress({ formatted, precision, note }: ReturnType<typeof toAddress>): string {
  return [`${formatted} (${precision})`, note].filter(Boolean).join('. ')
}

/** The row of the parcel with a key. Throws `StepError` where the build has none. */
function requireParcel({ id }: OpenBuild, packs: Packs, key: string): { parcelRow: number } {
  const parcelRow = packs.get('parcels')?.rowOfKey(key) ?? null
  if (parcelRow !== null) return { parcelRow }
  const problem = packs.has('parcels') ? `has no parcel ${key}` : 'has no parcels'
  const remedy = 'Take a parcel_key from the parcel section of this build; `--json` shows it.'
  throw new StepError('find the parcel', `build ${id}`, problem, remedy)
}
