import type { CommandOption } from '../terminal/command.ts'

/** Who draws the archives; `requestedTiler` reads its value. */
export const TILER_OPTION: Record<'tiler', CommandOption> = {
  tiler: {
    type: 'string',
    value: 'name',
    help: 'tippecanoe: archives are drawn by the Tippecanoe on PATH; of some layers: flood=tippecanoe,...',
  },
}
