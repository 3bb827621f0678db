import type { Partition } from '../../catalog/manifest.ts'
import { stateOf } from '../../coverage/states.ts'
import { LAYERS } from '../../layers/index.ts'
import { coveringTables, type Layer } from '../../layers/layer.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { formatNames } from '../../values/name-list.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { namesOf, renderingOf } from '../map/rendering.ts'
import type { LayerEntry } from '../schemas/layers.ts'
import { answeringPartitions } from './answering-partitions.ts'
import { countiesByCoverage } from './covered-counties.ts'

const perBuild = new WeakMap<ServedBuild, LayerEntry[]>()

/**
 * Every layer in dossier order, those without a section last. A layer is `planned` where no dossier
 * of the build answers from it, or where it is live and this service does not query its upstream.
 * Addresses begin with `base`. `onProblem` receives the error of a layer whose archive cannot be
 * read; that layer gets no rendering. Live layers are available where `upstreams` are on.
 */
export function layerCatalog(
  build: ServedBuild | null,
  base: string,
  onProblem: (error: unknown, slug: string) => void,
  upstreams: UpstreamClient | null = null,
): LayerEntry[] {
  if (!build) return entriesOf(null)
  const entries = perBuild.get(build) ?? entriesOf(build)
  perBuild.set(build, entries)
  return entries.map((entry) => {
    const layer = LAYERS.find(({ id }) => id === entry.id)
    if (!layer) return entry
    if (layer.tables.length === 0) return liveEntry(entry, layer, upstreams)
    const names = namesOf(layer, build, base)
    const named = { ...entry, ...(names.length > 0 && { names }) }
    try {
      return { ...named, rendering: renderingOf(layer, build, base) }
    } catch (error) {
      onProblem(error, entry.slug)
      return named
    }
  })
}

/** The parts of the entries that do not depend on the request; their `rendering` is `none`. */
function entriesOf(build: ServedBuild | null): LayerEntry[] {
  return LAYERS.map((layer) => entryOf(layer, build))
}

function entryOf(layer: Layer, build: ServedBuild | null): LayerEntry {
  const { id, catalog } = layer
  const entry = { id, object: 'layer' as const, ...catalog, rendering: { type: 'none' as const } }
  const answering = build ? answeringTables(layer, build) : []
  if (!build || answering.length === 0) return { ...entry, status: 'planned' }
  const [main] = answering
  const sources = answering.flatMap((each) => coverageRows(build, each))
  const fips = countiesOf(build, answering)
  const names = distinct(sources.map((row) => row.area_name))
  return {
    ...entry,
    status: 'available',
    coverage: {
      label: names.length > 0 ? formatNames(names) : `${main.partitions.length} partitions`,
      states: distinct(fips.map(stateOf)),
      county_count: fips.length,
      feature_count: main.partitions.reduce((sum, { rows }) => sum + rows, 0),
    },
    ...(sources.length > 0 && {
      vintage: formatNames(distinct(sources.map((row) => row.source_vintage))),
      attribution: formatNames(distinct(sources.map((row) => row.source_attribution))),
      created_at: sources.map((row) => `${row.retrieved_at}`).sort()[0],
    }),
    updated_at: build.manifest.created_at,
  }
}

/** Partitions of one table from which a section answers. */
interface AnsweringTable {
  table: string
  partitions: Partition[]
}

/**
 * The tables from which a layer's section answers in a build. The main one is first: the table of
 * the archive, else the first of the layer's tables that has rows for a dossier. Then follow the
 * tables whose coverage decides, such as the parcels for the tax layer.
 */
function answeringTables(layer: Layer, build: ServedBuild): AnsweringTable[] {
  const { archive, tables, section } = layer
  const own = archive ? [archive.table] : tables.map(({ name }) => name)
  const answering = (names: readonly string[]) =>
    names
      .map((table) => ({ table, partitions: answeringPartitions(build, layer, table) }))
      .filter(({ partitions }) => partitions.length > 0)
  const [main] = answering(own)
  const deciding = section === 'none' ? [] : answering(coveringTables(layer))
  if (!main) return deciding
  return [main, ...deciding.filter(({ table }) => table !== main.table)]
}

/**
 * The entry of a live layer, which depends on the upstreams of the service and not on the build.
 */
function liveEntry(entry: LayerEntry, layer: Layer, upstreams: UpstreamClient | null): LayerEntry {
  const [main] = layer.upstreams ?? []
  if (!main || !upstreams?.isOn(main)) return entry
  return {
    ...entry,
    status: 'available',
    ...(layer.liveCoverage && { coverage: { label: layer.liveCoverage } }),
    vintage: 'live',
    attribution: formatNames((layer.upstreams ?? []).map(({ attribution }) => attribution)),
  }
}

/** Counties that partitions name, and those within the coverage of partitions that name none. */
function countiesOf({ packs }: ServedBuild, answering: readonly AnsweringTable[]): string[] {
  const fips = answering.flatMap(({ table, partitions }) =>
    partitions.flatMap(({ id, county_fips }) => {
      if (county_fips !== undefined) return county_fips
      const row = packs.get('coverage')?.rowOfKey(`${table}/${id}`) ?? null
      return row === null ? [] : (countiesByCoverage(packs).get(row) ?? [])
    }),
  )
  return distinct(fips)
}

function coverageRows({ packs }: ServedBuild, { table, partitions }: AnsweringTable) {
  const pack = packs.get('coverage')
  if (!pack) return []
  const ids = new Set<unknown>(partitions.map(({ id }) => id))
  return Array.from({ length: pack.rows }, (_, row) => pack.values(row)).filter(
    (row) => row.table_name === table && ids.has(row.partition),
  )
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => value !== null).map(String))].sort()
}
