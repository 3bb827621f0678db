import { StepError } from '../../terminal/step-error.ts'

/** Columns that a person named; the others are found by the names that are common. */
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
 * Which columns hold latitude, longitude and id, in any case; null where there is none. With a
 * `file` both coordinates and every named column must be there, else `StepError` tells what is.
 */
export function findColumns(
  header: readonly string[],
  asked: PointColumns,
  file: string | null,
): { lat: string | null; lng: string | null; id: string | null } {
  const find = (axis: keyof PointColumns) => {
    const names = asked[axis] === undefined ? COMMON[axis] : [asked[axis].toLowerCase()]
    const found = names
      .map((name) => header.find((column) => column.toLowerCase() === name))
      .find((column) => column !== undefined)
    if (found === undefined && file !== null && (axis !== 'id' || asked.id !== undefined))
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
