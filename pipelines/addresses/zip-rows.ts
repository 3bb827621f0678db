import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { GRID } from '../../geometry/polygons.ts'
import { Column } from '../../layers/column-mapping.ts'
import { StepError } from '../../terminal/step-error.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'

/** The United States have about 42,000 ZIP codes; their points are 2 MB. */
const JSON_BYTES_MAX = 32 * 1024 * 1024

const ZIP = 'zip'
/** The attribute that holds the ZIP code of a JSON object. */
export const ZIP_COLUMN = Column.parse(ZIP)

const ZipPoints = z.record(z.string(), z.tuple([z.number(), z.number()]))

/** Reads the entries of a JSON object `{"12345": [lat, lng]}` as features. */
export async function readJsonZips(file: string): Promise<SourceFeature[]> {
  const fail = (problem: string, cause?: unknown) =>
    new StepError(
      'read the ZIP points',
      basename(file),
      problem,
      'It should be one object of "ZIP code": [latitude, longitude].',
      { cause },
    )
  const { size } = await stat(file)
  if (size > JSON_BYTES_MAX) throw fail(`it has ${size} bytes, over ${JSON_BYTES_MAX}`)
  const entries = await readFile(file, 'utf8')
    .then((text) => ZipPoints.parse(JSON.parse(text)))
    .catch((cause) => {
      throw fail('it has another shape', cause)
    })
  return Object.entries(entries).map(([zip, [lat, lng]], number) => ({
    number,
    polygons: null,
    lines: null,
    point: [Math.round(lng * GRID), Math.round(lat * GRID)],
    collapsedRings: 0,
    attributes: { [ZIP]: zip },
  }))
}

/**
 * Reads the ZIP code of each row, which is its key. A row without five digits, or with a repeated
 * code, is dirty.
 */
export class ZipReader {
  private readonly seen = new Set<string>()

  values(zip: string | null): { zip: string; state: null } {
    if (zip === null || !/^\d{5}$/.test(zip))
      throw new RowError('addresses.no_zip', `${JSON.stringify(zip)} is not 5 digits`)
    if (this.seen.has(zip)) throw new RowError('addresses.repeated_zip', zip)
    this.seen.add(zip)
    // The lists lack the state, and the first digits do not always determine it.
    return { zip, state: null }
  }
}
