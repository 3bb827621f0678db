import type { Client } from 'pg'
import { pointToWkb } from '../../geometry/grid-point.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import type { Progress } from '../../terminal/progress.ts'
import { queriedTables, type SpatialAnswer, type SpatialQuestions } from './dossier-questions.ts'
import type { PrivatePostgres } from './postgres.ts'
import type { SamplePoint } from './sample-points.ts'

/** As our packs: features of more points are cut. */
const PIECE_POINTS = 256

/**
 * The peer's tables: the same rows, with row numbers of the packs as ids; polygons cut by
 * ST_Subdivide where any has more than 256 points, GiST on all, clustered on it. One table is
 * indexed while the next is copied.
 */
export async function loadDossierPeer(
  postgres: PrivatePostgres,
  packs: Packs,
  questions: SpatialQuestions,
  progress: Progress,
): Promise<void> {
  const [copying, indexing] = [await postgres.connect(), await postgres.connect()]
  let indexed: Promise<void> = Promise.resolve()
  for (const table of queriedTables(questions)) {
    const pack = packs.get(table)!
    const step = progress.step(`PostGIS: copy ${table}`, { total: pack.rows, unit: 'rows' })
    await copying.query(`CREATE UNLOGGED TABLE whole_${table} (id int, geom geometry)`)
    const rows = geometryRows(pack, () => step.advance(1))
    await postgres.copyGeometries(`whole_${table}`, rows)
    step.done()
    await indexed
    indexed = indexTable(indexing, table, isCut(pack), progress)
    // Awaited above or below, so a failure before that is not an unhandled one.
    indexed.catch(() => {})
  }
  await indexed
  await copying.end()
  await indexing.end()
}

function isCut(pack: Pack): boolean {
  return pack.pieces > pack.rows
}

async function indexTable(
  client: Client,
  table: string,
  isCut: boolean,
  progress: Progress,
): Promise<void> {
  const step = progress.step(`PostGIS: index ${table}`)
  if (isCut)
    await client.query(`
      CREATE UNLOGGED TABLE ${table} AS
        SELECT id, ST_Subdivide(geom, ${PIECE_POINTS}) AS geom FROM whole_${table};
      DROP TABLE whole_${table};`)
  else await client.query(`ALTER TABLE whole_${table} RENAME TO ${table}`)
  await client.query(`CREATE INDEX ${table}_geom ON ${table} USING gist (geom)`)
  if (table === 'parcels') await client.query('CREATE UNIQUE INDEX ON parcels (id)')
  // A vacuum runs in no transaction, and a statement of several is one.
  await client.query(`VACUUM ANALYZE ${table}`)
  step.done()
}

function* geometryRows(pack: Pack, onRow: () => void): Generator<{ id: number; wkb: Uint8Array }> {
  const isPoints = pack.geometry === 'points'
  for (let id = 0; id < pack.rows; id++) {
    const wkb = isPoints ? pointToWkb(pack.point(id)) : polygonsToWkb(pack.polygons(id))
    onRow()
    yield { id, wkb }
  }
}

/** Variants of the query. All return the same rows. */
export const VARIANTS = ['one statement', 'one statement, boxes first', 'two statements'] as const
export type Variant = (typeof VARIANTS)[number]

/** Metres of a degree, a little too few, so that the boxes contain their circles. */
const DEGREE_NORTH_M = '110500.0'
const DEGREE_EAST_M = '111000.0'

const AT = 'ST_Intersects(geom, ST_Point($1, $2))'
/** The smallest parcel here, found once. */
const PARCEL_HERE = `WITH p AS MATERIALIZED (
  SELECT geom, ST_Area(geom) AS area FROM parcels WHERE ${AT} ORDER BY area, id LIMIT 1)`
const PARCEL_BY_ID = `WITH p AS MATERIALIZED (
  SELECT geom, ST_Area(geom) AS area FROM parcels WHERE id = $1)`

/** The statements of a variant: rows are kind (of the question), table number, id, share. */
export function statementsOf(variant: Variant, questions: SpatialQuestions): string[] {
  const { atPoint, onParcel, inParcel, near } = questions
  const around = near.map(
    ({ table, radius_m }, n) => `SELECT 3, ${n}, id, NULL FROM ${table}
      WHERE geom && ST_Expand(ST_Point($1, $2), ${radius_m} / (${DEGREE_EAST_M} * cosd($2)), ${radius_m} / ${DEGREE_NORTH_M})
        AND ST_DistanceSpheroid(geom, ST_Point($1, $2)) <= ${radius_m}`,
  )
  const at = atPoint.map(
    (table, n) => `SELECT DISTINCT 0 AS kind, ${n} AS of, id, NULL::float8 AS share
      FROM ${table} WHERE ${AT}`,
  )
  const meets = variant === 'one statement, boxes first' ? 'p.geom && f.geom' : meetsExactly
  const on = onParcel.map(
    (table, n) => `SELECT 1, ${n}, f.id, sum(ST_Area(ST_Intersection(p.geom, f.geom))) / min(p.area)
      FROM p JOIN ${table} f ON ${meets} GROUP BY f.id`,
  )
  const inside = inParcel.map(
    (table, n) => `SELECT 2, ${n}, f.id, NULL FROM p JOIN ${table} f ON ${meetsExactly}`,
  )
  const ofParcel = [...on, ...inside]
  const all = (parts: string[]) => parts.join('\nUNION ALL\n')
  return variant === 'two statements'
    ? [all([...at, ...around]), `${PARCEL_BY_ID}\n${all(ofParcel)}`]
    : [`${PARCEL_HERE}\n${all([...at, ...around, ...ofParcel])}`]
}

const meetsExactly = 'ST_Intersects(p.geom, f.geom)'

/** Makes PostgreSQL plan once: planning twenty joins anew takes longer than running them. */
export const SESSION = 'SET plan_cache_mode = force_generic_plan'

type PeerRow = [kind: number, of: number, id: number, share: number | null]

/** All questions about a point, prepared, over the socket: as a service would send them. */
export class DossierPeer {
  private readonly client: Client
  private readonly questions: SpatialQuestions
  private readonly variant: Variant
  private readonly statements: string[]

  constructor(client: Client, questions: SpatialQuestions, variant: Variant) {
    this.client = client
    this.questions = questions
    this.variant = variant
    this.statements = statementsOf(variant, questions)
  }

  async rows({ lng, lat }: Pick<SamplePoint, 'lng' | 'lat'>): Promise<PeerRow[]> {
    const first = await this.query(0, [lng, lat])
    if (this.statements.length === 1) return first
    const { atPoint } = this.questions
    const parcel = first.find(([kind, of]) => kind === 0 && atPoint[of] === 'parcels')
    return parcel ? [...first, ...(await this.query(1, [parcel[2]]))] : first
  }

  async answer(point: Pick<SamplePoint, 'lng' | 'lat'>): Promise<SpatialAnswer> {
    const { atPoint, onParcel, inParcel, near } = this.questions
    const answer: SpatialAnswer = {
      atPoint: new Map(atPoint.map((table) => [table, []])),
      onParcel: new Map(onParcel.map((table) => [table, new Map()])),
      inParcel: new Map(inParcel.map((table) => [table, []])),
      near: new Map(near.map(({ table }) => [table, []])),
    }
    for (const [kind, of, id, share] of await this.rows(point))
      if (kind === 0) answer.atPoint.get(atPoint[of])!.push(id)
      else if (kind === 1) answer.onParcel.get(onParcel[of])!.set(id, share!)
      else if (kind === 2) answer.inParcel.get(inParcel[of])!.push(id)
      else answer.near.get(near[of].table)!.push(id)
    return answer
  }

  /** Time that the server reports for execution, without the way there and back, in ms. */
  async serverMs(points: readonly SamplePoint[]): Promise<number[]> {
    const [text, ofParcel] = this.statements
    await this.client.query(`PREPARE at_point(float8, float8) AS ${text}`)
    if (ofParcel) await this.client.query(`PREPARE of_parcel(int) AS ${ofParcel}`)
    const spent = async (call: string) => {
      const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${call}`
      const { rows } = await this.client.query(explain)
      return rows[0]['QUERY PLAN'][0]['Execution Time'] as number
    }
    const times: number[] = []
    for (const { lng, lat, parcelRow } of points) {
      let ms = await spent(`at_point(${lng}, ${lat})`)
      if (ofParcel && parcelRow !== null) ms += await spent(`of_parcel(${parcelRow})`)
      times.push(ms)
    }
    return times
  }

  private async query(statement: number, values: number[]): Promise<PeerRow[]> {
    const name = `${this.variant} ${statement}`
    const query = { name, text: this.statements[statement], values, rowMode: 'array' }
    const { rows } = (await this.client.query(query)) as unknown as { rows: PeerRow[] }
    return rows
  }
}
