import { distance } from '@turf/distance'
import { type LocalService, localService, Raw } from './local-service.ts'

export type ServedRow = Record<string, string | number | object | null>

export interface ServedDataset {
  /** Columns of the dataset, even where no row has them. */
  columns: readonly string[]
  rows: readonly ServedRow[]
  /** Last change of the rows, in seconds since 1970; the description states none when absent. */
  rowsUpdatedAt?: number
}

export type SocrataFault = (body: unknown, query: URLSearchParams) => unknown

/**
 * A server of the part of Socrata's resource API that Plat requests: `$select`, `$where`
 * with one `within_circle`, `$order=:id`, `$limit` and `$offset`
 * (https://dev.socrata.com/docs/queries/), the count of all rows, and the description of the
 * dataset. Fields without a value are left out, as Socrata does.
 */
export function socrataService(
  dataset: ServedDataset,
  fault: SocrataFault = (body) => body,
): Promise<LocalService> {
  return localService((url) => {
    const query = url.searchParams
    const view = /^\/api\/views\/(\w{4}-\w{4})\.json$/.exec(url.pathname)
    const { rowsUpdatedAt } = dataset
    return fault(view ? { id: view[1], rowsUpdatedAt } : answerOf(dataset, query), query)
  })
}

function answerOf({ columns, rows }: ServedDataset, query: URLSearchParams) {
  if (query.get('$select') === 'count(*) as row_count') return [{ row_count: `${rows.length}` }]
  const wanted = query.get('$select')?.split(',') ?? columns
  const unknown = wanted.find((name) => !columns.includes(name))
  if (unknown) return noSuchColumn(unknown)
  const circle = /^within_circle\((\w+), (-?[\d.]+), (-?[\d.]+), ([\d.]+)\)$/.exec(
    query.get('$where') ?? '',
  )
  if (!circle) return error('query.compiler.malformed', 'Could not parse SoQL query')
  const [, column, lat, lng, radius] = circle
  if (!columns.includes(column)) return noSuchColumn(column)
  const from = Number(query.get('$offset') ?? 0)
  return rows
    .filter((row) => isWithin(row[column], Number(lat), Number(lng), Number(radius)))
    .slice(from, from + Number(query.get('$limit') ?? 1000))
    .map((row) =>
      Object.fromEntries(
        wanted.flatMap((name) =>
          row[name] === null || row[name] === undefined ? [] : [[name, row[name]]],
        ),
      ),
    )
}

const noSuchColumn = (name: string) =>
  error('query.soql.no-such-column', `Query coordinator error: no such column ${name}`)

function error(code: string, message: string): Raw {
  return new Raw(400, JSON.stringify({ code, error: true, message }))
}

/** Distance on a sphere: within 500 m it is right to some metres. */
function isWithin(place: unknown, lat: number, lng: number, radius_m: number): boolean {
  const { latitude, longitude } = (place ?? {}) as { latitude?: string; longitude?: string }
  const at = [Number(longitude), Number(latitude)]
  return distance(at, [lng, lat], { units: 'meters' }) <= radius_m
}
