import { type BulkQuery, requestedSections } from '../../dossier/bulk/dossier-lines.ts'
import type { PointColumns } from '../../dossier/bulk/point-columns.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { type CommandArguments, UsageError } from '../../terminal/command.ts'
import { type UpstreamSettings, upstreamSettings } from '../../upstream/settings.ts'
import { CoordinateError, isSwappedPair, parseDegrees } from '../../values/coordinate.ts'
import { assertSectionNames } from '../section-names.ts'

/** The location of one dossier, as the caller named it. */
export type NamedLocation =
  | { kind: 'point'; point: { lat: number; lng: number } }
  | { kind: 'address'; text: string }
  | { kind: 'parcel'; key: string }

/** The input and output of the bulk form. */
export interface BulkFiles {
  points: string
  out: string
  columns: PointColumns
  /** Start over, and replace the output. */
  again: boolean
}

/** A valid call of `plat dossier`. */
export interface DossierRequest {
  about: NamedLocation | ({ kind: 'points' } & BulkFiles)
  /** Sections by name; undefined for all. */
  layers?: string[]
  query: BulkQuery
  /** Id of a build; undefined for the pinned one. */
  build?: string
  upstreams: UpstreamSettings
  isJson: boolean
}

/**
 * Reads the arguments and the settings of upstreams. Opens nothing. Throws `UsageError` for an
 * argument and `StepError` for a setting.
 */
export function readDossierRequest(
  { positionals, values }: CommandArguments,
  environment: NodeJS.ProcessEnv,
): DossierRequest {
  const about = readSubject(positionals, values)
  const layers = values.layers === undefined ? undefined : `${values.layers}`.split(',')
  assertSectionNames(layers ?? [])
  return {
    about,
    layers,
    query: {
      layers: requestedSections(layers),
      includeGeometry: values.geometry === true,
      ...(values.adjacent === true && { includeAdjacent: true }),
    },
    build: values.build as string | undefined,
    upstreams: upstreamSettings(environment, UPSTREAMS),
    isJson: values.json === true,
  }
}

function readSubject(
  positionals: string[],
  values: Record<string, unknown>,
): DossierRequest['about'] {
  const files = readBulkFiles(positionals, values)
  const key = values.parcel as string | undefined
  const text = values.address as string | undefined
  const ways = [files !== null, positionals.length > 0, key !== undefined, text !== undefined]
  if (ways.filter(Boolean).length > 1)
    throw new UsageError('Give a point, --address, --parcel or --points, and only one of them.')
  if (files) return { kind: 'points', ...files }
  if (text !== undefined) return { kind: 'address', text }
  if (key !== undefined) return { kind: 'parcel', key }
  return { kind: 'point', point: readPoint(positionals) }
}

/** The files of the bulk form; null for the form that is about one location. */
function readBulkFiles(positionals: string[], values: Record<string, unknown>): BulkFiles | null {
  const { points, out } = values
  if (points === undefined && out === undefined) return null
  if (typeof points !== 'string' || typeof out !== 'string')
    throw new UsageError('Give both --points and --out.')
  if (positionals.length > 0) throw new UsageError('Give a point or --points, not both.')
  if (!/\.(ndjson|parquet)$/i.test(out))
    throw new UsageError(`--out must end in .ndjson or .parquet, got ${JSON.stringify(out)}.`)
  const named = (['lat', 'lng', 'id'] as const).filter((axis) => typeof values[axis] === 'string')
  const columns = Object.fromEntries(named.map((axis) => [axis, `${values[axis]}`]))
  return { points, out, columns, again: values.again === true }
}

function readPoint(positionals: string[]): { lat: number; lng: number } {
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
