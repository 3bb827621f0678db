import { stateOf } from '../coverage/states.ts'
import { LAYERS } from '../layers/index.ts'
import type { Layer } from '../layers/layer.ts'
import type { UpstreamClient } from '../layers/upstream/client.ts'
import type { ServedBuild } from './build-source.ts'
import { renderingOf } from './map/rendering.ts'
import type { LayerEntry } from './schemas/layers.ts'

/** Editions, attributions and counties named in one line; the rest is counted. */
const MAX_NAMED = 5

const perBuild = new WeakMap<ServedBuild, LayerEntry[]>()

/**
 * Every layer in dossier order, those without a section last. A layer that is in no build is
 * `planned`, and so is one that is requested live where this service does not request it.
 * Addresses begin with `base`. `onProblem` hears of a layer that cannot be drawn from its archive:
 * it is not drawn then, and the others are. Layers that are asked live hang on `upstreams`.
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
    try {
      return { ...entry, rendering: renderingOf(layer, build, base) }
    } catch (error) {
      onProblem(error, entry.slug)
      return entry
    }
  })
}

/** All of the entries that does not depend on who asks; `rendering` is `none` in them. */
function entriesOf(build: ServedBuild | null): LayerEntry[] {
  return LAYERS.map((layer) => entryOf(layer, build))
}

function entryOf({ id, catalog, tables, archive }: Layer, build: ServedBuild | null): LayerEntry {
  const made = (name: string) =>
    build?.manifest.tables.find((table) => table.name === name)?.partitions ?? []
  // Without an archive that says which, the first of its tables that the build has speaks.
  const own = tables.map(({ name }) => name)
  const main = archive?.table ?? own.find((name) => made(name).length > 0) ?? own[0]
  const partitions = made(main)
  const entry = { id, object: 'layer' as const, ...catalog, rendering: { type: 'none' as const } }
  if (!build || partitions.length === 0) return { ...entry, status: 'planned' }
  const sources = coverageRows(build, main)
  const fips = distinct(partitions.flatMap(({ county_fips }) => county_fips ?? []))
  const names = distinct(sources.map((row) => row.area_name))
  return {
    ...entry,
    status: 'available',
    coverage: {
      label: names.length > 0 ? list(names) : `${partitions.length} partitions`,
      states: distinct(fips.map(stateOf)),
      county_count: fips.length,
      feature_count: partitions.reduce((sum, { rows }) => sum + rows, 0),
    },
    ...(sources.length > 0 && {
      vintage: list(distinct(sources.map((row) => row.source_vintage))),
      attribution: list(distinct(sources.map((row) => row.source_attribution))),
      created_at: sources.map((row) => `${row.retrieved_at}`).sort()[0],
    }),
    updated_at: build.manifest.created_at,
  }
}

/** A layer that is asked and not built: it hangs on the service, whatever the build has. */
function liveEntry(entry: LayerEntry, layer: Layer, upstreams: UpstreamClient | null): LayerEntry {
  const [main] = layer.upstreams ?? []
  if (!main || !upstreams?.isOn(main)) return entry
  return {
    ...entry,
    status: 'available',
    ...(layer.liveCoverage && { coverage: { label: layer.liveCoverage } }),
    vintage: 'live',
    attribution: list((layer.upstreams ?? []).map(({ attribution }) => attribution)),
  }
}

function coverageRows(build: ServedBuild, table: string) {
  const pack = build.packs.get('coverage')
  if (!pack) return []
  return Array.from({ length: pack.rows }, (_, row) => pack.values(row)).filter(
    (row) => row.table_name === table,
  )
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => value !== null).map(String))].sort()
}

function list(values: string[]): string {
  const more = values.length - MAX_NAMED
  const named = values.slice(0, MAX_NAMED).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}
