import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { columnsToRead } from '../../layers/column-mapping.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, csvPages, loadCsv } from '../stages/csv.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { PointColumns } from './mapping.ts'
import { publishedText } from './published-value.ts'

const LINES = 'address_lines'

/**
 * Reads the lines of a CSV as features, with their points from its columns of degrees. Lines with
 * coordinates that are not numbers are counted and left out. Throws `StepError` for a file without
 * a required column.
 */
export async function* csvPoints(
  { file, where }: { file: string; where?: string },
  columns: PointColumns,
  { staging }: Pick<PartitionContext, 'staging'>,
  tally: Tally,
): AsyncGenerator<SourceFeature[]> {
  const { lng, lat } = columns
  if (!lng || !lat)
    throw new StepError(
      'read the addresses',
      file,
      'it is a CSV, and its mapping does not name the columns of the coordinates',
      'Name "lng" and "lat" in the mapping.',
    )
  const request = { file, table: LINES, stat: 'addresses', where }
  const { columns: required } = columnsToRead(Object.values(columns))
  const names = await loadCsv(staging, { ...request, columns: required }, tally)
  const found = Object.values(columns).flatMap((column) =>
    (column?.names ?? []).flatMap((name) => {
      const own = columnNamed(names, name)
      return own === null ? [] : [{ name, own }]
    }),
  )
  const own = found.map((each) => each.own)
  for await (const page of csvPages(staging, LINES, own)) {
    const features: SourceFeature[] = []
    for (const [line, ...texts] of page) {
      const attributes = Object.fromEntries(
        found.map(({ name }, i) => [name, texts[i] as AttributeValue]),
      )
      const [x, y] = [lng, lat].map((each) => publishedText(attributes, each, tally))
      const number = Number(line)
      const isWithout = x === null || y === null
      const point = isWithout ? null : parsePoint(x, y)
      if (point === null && !isWithout)
        tally.reject('addresses.unreadable_coordinates', `line ${number}: ${x}, ${y}`)
      else features.push(feature(number, attributes, point))
    }
    yield features
  }
}

/** Parses a point; null where a text is not a number. */
function parsePoint(x: string, y: string): GridPoint | null {
  const point: GridPoint = [Math.round(Number(x) * GRID), Math.round(Number(y) * GRID)]
  return point.every(Number.isSafeInteger) ? point : null
}

function feature(
  number: number,
  attributes: SourceFeature['attributes'],
  point: GridPoint | null,
): SourceFeature {
  const lacks = point === null ? { lacks: 'geometry' as const } : {}
  return { number, polygons: null, lines: null, point, ...lacks, collapsedRings: 0, attributes }
}
