import { SECTION_NAMES } from '../layers/index.ts'
import { columnsOf, HAS_AREA, type Table } from '../packs/table.ts'
import { commentStatements } from './comment-statements.ts'
import { FOOTPRINT_OVERLAPS, type OverlapDefinition, PARCEL_OVERLAPS } from './overlaps.ts'
import { parcelFactsTable } from './parcel-facts.ts'

/** A view of the DuckDB file, with its comments. */
export interface View {
  name: string
  /** One sentence: what one row is. */
  about: string
  /** Columns in order, with their comments. */
  columns: readonly { name: string; comment: string }[]
  /** The SELECT that the view runs. */
  select: string
}

/** Names that people use for tables of another name, for the names of views. */
const SPOKEN_NAMES: Readonly<Record<string, string>> = {
  flood_zones: 'flood',
  soil_map_units: 'soils',
  zoning_districts: 'zoning',
  building_footprints: 'buildings',
  structure_inventory: 'structures',
}

const GEOMETRY = {
  name: 'geometry',
  comment: 'Polygons of the parcel in lon/lat, OGC:CRS84, on a 1e-7 degree grid',
}

/** The views that the tables of a build allow. */
export function viewsOver(tables: readonly Table[]): View[] {
  const parcels = tables.find(({ name }) => name === PARCEL_OVERLAPS.subject)
  if (!parcels || !tables.includes(parcelFactsTable)) return []
  return [
    dossierView(parcels),
    ...overlapViews('v_parcel', PARCEL_OVERLAPS, tables),
    ...overlapViews('v_building', FOOTPRINT_OVERLAPS, tables),
    scorecardView(),
  ]
}

/** SQL that makes a view with its comments. */
export function viewStatements({ name, about, columns, select }: View): string[] {
  return [`CREATE VIEW ${name} AS ${select}`, ...commentStatements('VIEW', name, about, columns)]
}

function dossierView(parcels: Table): View {
  const roll = columnsOf(parcels)
  const facts = columnsOf(parcelFactsTable).filter(({ name }) => name !== parcels.key)
  return {
    name: 'v_parcel_dossier',
    about:
      'One parcel: the values of the roll, then the status and the main facts of every section, and its polygons.',
    columns: [...roll, ...facts, GEOMETRY],
    select: `
      SELECT ${[
        ...roll.map(({ name }) => `p."${name}"`),
        ...facts.map(({ name }) => `f."${name}"`),
        'p.geometry',
      ].join(', ')}
      FROM ${parcels.name} p JOIN ${parcelFactsTable.name} f USING (${parcels.key})`,
  }
}

/** One view a table that is measured against: the overlap, then the columns of its row. */
function overlapViews(
  prefix: string,
  { table: overlaps, subject, against }: OverlapDefinition,
  tables: readonly Table[],
): View[] {
  if (!tables.includes(overlaps)) return []
  return tables
    .filter(({ name }) => against.includes(name))
    .map((table) => {
      const own = columnsOf(overlaps).filter(
        ({ name }) => !['table_name', 'row_key'].includes(name),
      )
      const taken = own.map(({ name }) => name)
      const of = columnsOf(table).map(({ name, comment }) => {
        return { name: taken.includes(name) ? `row_${name}` : name, from: name, comment }
      })
      const shared = HAS_AREA[table.geometry] ? ', with the area they share' : ''
      return {
        name: `${prefix}_${SPOKEN_NAMES[table.name] ?? table.name}`,
        about: `One row of ${table.name} on one row of ${subject}${shared}, and the columns of ${table.name}.`,
        columns: [...own, ...of],
        select: `
          SELECT ${[
            ...own.map(({ name }) => `o."${name}"`),
            ...of.map(({ name, from }) => `t."${from}" AS "${name}"`),
          ].join(', ')}
          FROM ${overlaps.name} o JOIN ${table.name} t
            ON o.table_name = '${table.name}' AND o.row_key = t."${table.key}"`,
      }
    })
}

function scorecardView(): View {
  const columns = columnsOf(parcelFactsTable).map(({ name }) => name)
  // By name: a fact may end in `_status` too.
  const statuses = SECTION_NAMES.map((name) => `${name}_status`).filter((name) =>
    columns.includes(name),
  )
  const count = (...of: string[]) =>
    `count(*) FILTER (status IN (${of.map((each) => `'${each}'`).join(', ')}))`
  return {
    name: 'v_scorecard',
    about: 'One section in one county: on how many of its parcels it answers what.',
    columns: [
      { name: 'county_fips', comment: 'Census county code of the roll, 5 digits' },
      { name: 'county_name', comment: 'County of the roll' },
      { name: 'section', comment: 'Section of the dossier' },
      { name: 'parcels', comment: 'Parcels of the county in this build' },
      { name: 'available', comment: 'Parcels with facts' },
      { name: 'empty', comment: 'Parcels that a source covers and has nothing on' },
      { name: 'not_covered', comment: 'Parcels that no source of this build covers' },
      { name: 'not_available', comment: 'Parcels on which the section failed' },
      { name: 'answered_pct', comment: 'Percent of the parcels that are available or empty' },
    ],
    select: `
      SELECT county_fips, any_value(county_name) AS county_name, section, count(*) AS parcels,
        ${['available', 'empty', 'not_covered', 'not_available']
          .map((status) => `${count(status)} AS ${status}`)
          .join(', ')},
        round(100 * ${count('available', 'empty')} / count(*), 2) AS answered_pct
      FROM (
        SELECT parcel_key, regexp_replace(name, '_status$', '') AS section, status
        FROM ${parcelFactsTable.name} UNPIVOT (status FOR name IN (${statuses.join(', ')})))
      JOIN parcels USING (parcel_key)
      GROUP BY county_fips, section`,
  }
}
