import type { Feature } from 'geojson'
import { csvLine, plainCell } from '../../exports/csv-line.ts'
import type { ExportColumn, ExportType, ExportValue } from '../../exports/export-layer.ts'
import { GeoPackage, IN_MEMORY } from '../../exports/geo-package.ts'
import { geoJsonToWkb, kindOf } from '../../exports/geojson-wkb.ts'
import { manyOf } from '../../exports/shape-kind.ts'
import type { FactRow } from '../../report/fact-rows.ts'
import { distinct } from '../../values/distinct.ts'
import { type ExportedDossier, exportedFacts, exportedFeatures } from './exported-dossier.ts'

const FACT_COLUMNS = [
  ...(['section', 'field', 'label', 'value', 'unit', 'status', 'source', 'vintage'] as const),
  'attribution',
] as const satisfies (keyof FactRow)[]

/** Writes a dossier as CSV: a line of names, then a line a fact. Yields after some lines. */
export function* dossierCsv(dossier: ExportedDossier): Generator<void, Buffer> {
  const lines = [csvLine(FACT_COLUMNS)]
  for (const row of exportedFacts(dossier)) {
    lines.push(csvLine(FACT_COLUMNS.map((column) => cellOf(row[column]))))
    yield
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

function cellOf(value: FactRow['value']): string | null {
  if (typeof value === 'string') return plainCell(value)
  return value === null ? null : `${value}`
}

/** Writes the shapes of a dossier as a FeatureCollection by RFC 7946. Yields after each feature. */
export function* dossierGeoJson(dossier: ExportedDossier): Generator<void, Buffer> {
  const { title, as_of, build, isFictional } = dossier
  const attribution = attributionOf(dossier)
  const head = { type: 'FeatureCollection', name: title, as_of, build, attribution }
  const texts: string[] = []
  for (const feature of exportedFeatures(dossier)) {
    texts.push(JSON.stringify(feature))
    yield
  }
  const start = JSON.stringify({ ...head, fictional: isFictional }).slice(0, -1)
  return Buffer.from(`${start},"features":[\n${texts.join(',\n')}\n]}\n`)
}

/**
 * Writes a dossier as a GeoPackage: a layer for the shapes of each section and kind, and the facts
 * as a table. Yields after each row.
 */
export function* dossierGeoPackage(dossier: ExportedDossier): Generator<void, Buffer> {
  const { as_of, build, isFictional } = dossier
  const written = new GeoPackage(IN_MEMORY, as_of)
  try {
    for (const [name, features] of layersOf(exportedFeatures(dossier)))
      yield* addFeatures(written, name, features)
    const columns = FACT_COLUMNS.map((name) => ({ name, type: 'text' as const, comment: null }))
    const facts = written.addLayer({
      name: 'facts',
      about: 'One row a fact of the dossier, in the units of its column.',
      geometry: null,
      columns,
    })
    for (const row of exportedFacts(dossier)) {
      facts.add(
        null,
        FACT_COLUMNS.map((column) => (row[column] === null ? null : `${row[column]}`)),
      )
      yield
    }
    written.describe({
      ATTRIBUTION: attributionOf(dossier),
      BUILD: build,
      ...(isFictional && { FICTIONAL: 'These places are invented.' }),
    })
    written.finish()
    return Buffer.from(written.bytes())
  } finally {
    written.close()
  }
}

/** Features by the name of their layer: a layer of a GeoPackage has shapes of one kind. */
function layersOf(features: readonly Feature[]): Map<string, Feature[]> {
  const kindNames: Partial<Record<string, string>> = { POINT: 'points', MULTILINESTRING: 'lines' }
  const main = new Map<string, string>()
  return Map.groupBy(features, ({ geometry, properties }) => {
    const section = `${properties!.section}`
    const kind = manyOf(kindOf(geometry))
    if (!main.has(section)) main.set(section, kind)
    return main.get(section) === kind ? section : `${section}_${kindNames[kind] ?? 'polygons'}`
  })
}

function* addFeatures(
  written: GeoPackage,
  name: string,
  features: readonly Feature[],
): Generator<void, void> {
  const columns = columnsOf(features)
  const layer = written.addLayer({ name, about: null, geometry: 'geom', columns })
  for (const { geometry, properties } of features) {
    const values = columns.map(({ name: column, type }) => exportValue(properties![column], type))
    layer.add(geoJsonToWkb(geometry), values)
    yield
  }
}

/** The attributes of all features as columns; one with values of several types is a text. */
function columnsOf(features: readonly Feature[]): ExportColumn[] {
  const types = new Map<string, ExportType | null>()
  for (const { properties } of features)
    for (const [name, value] of Object.entries(properties!)) {
      const known = types.get(name) ?? null
      const own = typeOf(value)
      types.set(name, known === null || own === null || own === known ? (own ?? known) : 'text')
    }
  return [...types].map(([name, type]) => ({ name, type: type ?? 'text', comment: null }))
}

function typeOf(value: unknown): ExportType | null {
  switch (typeof value) {
    case 'number':
      return 'real'
    case 'boolean':
      return 'boolean'
    case 'object':
      return value === null ? null : 'json'
    default:
      return value === undefined ? null : 'text'
  }
}

function exportValue(value: unknown, type: ExportType): ExportValue {
  if (value === null || value === undefined) return null
  if (type !== 'json' && type !== 'text') return value as number | boolean
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The lines that a map or an answer must show, each once. */
function attributionOf({ sections }: ExportedDossier): string {
  const sources = Object.values(sections).flatMap((section) => section?.source ?? [])
  return distinct(sources.flatMap(({ attribution }) => attribution ?? [])).join('; ')
}
