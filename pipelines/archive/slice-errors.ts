import { StepError } from '../../terminal/step-error.ts'

/** Bytes of the records of one slice that may be in memory: a thread takes about three times it. */
const SLICE_BYTES = 2 ** 30

/** Throws when a slice is too large to be drawn; `where` names its tile. */
export function checkSlice(file: string, where: string, bytes: number): void {
  if (bytes <= SLICE_BYTES) return
  throw new StepError(
    'tile',
    `${file} ${where}`,
    `${bytes} bytes of records are more than a slice of ${SLICE_BYTES} holds`,
    'tile partition by partition, or start at a higher zoom',
  )
}

/** The error of a tile that no level brings under the cap. */
export function tileTooLarge(file: string, tile: string, maxTileBytes: number): StepError {
  return new StepError(
    'tile',
    `${file} ${tile}`,
    `the tile is over ${maxTileBytes} bytes however hard it is coalesced`,
    'leave out properties, start at a higher zoom, or raise maxTileBytes',
  )
}
