import { isCode, isTest, type Tree } from '../architecture/tree.ts'

/** Files that decide what an answer says, and where the tests are that judge them. */
export interface DecidingFiles {
  /** Folders (all files below them), or files; `*` is one name of a path. */
  files: string[]
  /**
   * Folders or files of tests: those count that import the mutated file at any remove. The file's own
   * folder where nothing is given.
   */
  tests?: string[]
}

export const DECIDING: Record<string, DecidingFiles[]> = {
  sections: [
    { files: ['layers/*/section.ts'] },
    {
      files: [
        'layers/boundaries/county-line.ts',
        'layers/code_basis/live-values.ts',
        'layers/elevation/epqs-answer.ts',
        'layers/flood/parcel-zones.ts',
        'layers/flood/summary.ts',
        'layers/flood/zones.ts',
        'layers/market/choice.ts',
        'layers/permits/live.ts',
        'layers/permits/reach.ts',
        'layers/soils/hydric-class.ts',
        'layers/structures/footprint-choice.ts',
        'layers/wetlands/reading.ts',
        'layers/zoning/district-order.ts',
      ],
    },
    { files: ['layers/geometry/sliver.ts'], tests: ['layers/geometry', 'builds/slivers.test.ts'] },
    {
      files: ['layers/located-county.ts'],
      tests: ['layers/*.test.ts', 'layers/boundaries', 'pipelines/boundaries'],
    },
    {
      files: ['layers/swapped-coordinates.ts', 'layers/vintage-age.ts'],
      tests: ['layers/*.test.ts'],
    },
    {
      files: ['layers/place.ts'],
      tests: ['layers/*.test.ts', 'layers/*/section.test.ts', 'layers/parcel'],
    },
  ],
  audits: [
    { files: ['builds/*audit.ts', 'builds/verify*.ts'] },
    {
      files: [
        'pipelines/stages/answer-counts.ts',
        'pipelines/stages/page-limits.ts',
        'pipelines/stages/repair.ts',
      ],
    },
    { files: ['layers/geometry/mended.ts', 'layers/geometry/soundness.ts'] },
    { files: ['pipelines/archive/verify-*.ts'] },
  ],
  checks: [
    { files: ['architect/checks'], tests: ['architect/checks', 'architect/commands'] },
    { files: ['architect/kernel/roofs/roof-profile.ts', 'architect/kernel/walls/wall-corners.ts'] },
    {
      files: ['architect/operations/rooms/room-overlap.ts'],
      tests: ['architect/operations/create-*'],
    },
  ],
  limits: [
    { files: ['layers/upstream'] },
    {
      files: ['layers/dossier.ts'],
      tests: ['layers/*.test.ts', 'layers/commands', 'layers/permits', 'layers/code_basis'],
    },
    {
      files: ['accounts/admission', 'accounts/limits'],
      tests: ['accounts/admission', 'accounts/limits', 'accounts/routes/attempts.test.ts'],
    },
    { files: ['serve/gate.ts'], tests: ['serve/gate.test.ts', 'serve/account-routes.test.ts'] },
    {
      files: ['serve/page-cursor.ts'],
      tests: ['serve/page-cursor.test.ts', 'serve/parcels.test.ts'],
    },
    {
      files: ['serve/request-limits.ts'],
      tests: [
        'serve/request-limits.test.ts',
        'serve/server.test.ts',
        'serve/app.test.ts',
        'tests/attacks/connections.test.ts',
      ],
    },
    { files: ['catalog/clocks.ts', 'catalog/process-lock.ts'] },
  ],
  geocoder: [
    {
      files: [
        'layers/addresses/geocoder.ts',
        'layers/addresses/house-position.ts',
        'layers/addresses/house-search.ts',
        'layers/addresses/interpolation.ts',
        'layers/addresses/misspelling.ts',
        'layers/addresses/orientation.ts',
        'layers/addresses/penalties.ts',
        'layers/addresses/requested-place.ts',
        'layers/addresses/reverse.ts',
        'layers/addresses/search.ts',
        'layers/addresses/spread.ts',
        'layers/addresses/votes.ts',
        'layers/addresses/zip-states.ts',
      ],
    },
  ],
}

/** The deciding files of one group, in the order of their paths. */
export function listDeciding(tree: Tree, { files }: DecidingFiles): string[] {
  return [...tree.keys()]
    .filter((path) => isCode(path) && !isTest(path) && files.some((each) => isUnder(path, each)))
    .sort()
}

/** Whether a path is the one that a pattern names, or below it. */
export function isUnder(path: string, pattern: string): boolean {
  const parts = path.split('/')
  return pattern.split('/').every((each, i) => {
    const [before, after] = each.split('*')
    const part = parts[i] ?? ''
    return after === undefined
      ? part === each
      : part.length >= each.length - 1 && part.startsWith(before) && part.endsWith(after)
  })
}
