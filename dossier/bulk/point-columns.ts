import { StepError } from '../../terminal/step-error.ts'

/** Columns that the caller named; the others are found by common names. */
export interface PointColumns {
  lat?: string
  lng?: string
  id?: string
}

const COMMON = {
  lat: ['lat', 'latitude', 'y'],
  lng: ['lng', 'lon', 'long', 'longitude', 'x'],
  id: ['id'],
}

/**
 * Finds the columns of latitude, longitude and id, in any case; null for a missing one. With a
 * `file` both coordinates and every named column must exist; else it throws `StepError` with the
 * header.
 */
export function findColumns(
  header: readonly string[],
  requested: PointColumns,
  file: string | null,
): { lat: string | null; lng: string | null; id: string | null } {
  const find = (axis: keyof PointColumns) => {
    const names = requested[axis] === undefined ? COMMON[axis] : [requested[axis].toLowerCase()]
    const found = names
      .map((name) => header.find((column) => column.toLowerCase() === name))
      .find((column) => column !== undefined)
    if (found === undefined && file !== null && (axis !== 'id' || requested.id !== undefined))
      throw new StepError(
        'read the points',
        file,
        `no column ${names.join(' or ')} among ${header.join(', ')}`,
        `Name it: --${axis} COLUMN.`,
      )
    return found ?? null
  }
  return { lat: find('lat'), lng: find('lng'), id: find('id') }
}
