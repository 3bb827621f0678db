import { isCode, isTest, type Tree } from '../architecture/tree.ts'

/** Files that decide the content of answers, and where their tests are. */
export interface DecidingFiles {
  /** Folders (all files below them), or files; `*` is one name of a path. */
  files: string[]
  /**
   * Folders or files of tests: those count that import the mutated file at any remove. The file's
   * own folder where nothing is given.
   */
  tests?: string[]
}

export const DECIDING: Record<string, DecidingFiles[]> = {
  sections: [
    { files: ['layers/*/section.ts'] },
    {
      files: [
        'layers/boundaries/county-line.ts',
        'layers/code_basis/request.ts',
        'layers/elevation/epqs-response.ts',
        'layers/flood/parcel-zones.ts',
        'layers/flood/summary.ts',
        'layers/flood/zones.ts',
        'layers/market/choice.ts',
        'layers/permits/request.ts',
        'layers/permits/reach.ts',
        'layers/soils/hydric-class.ts',
        'layers/structures/footprint-choice.ts',
        'layers/wetlands/classification.ts',
        'layers/zoning/district-order.ts',
      ],
    },
    { files: ['geometry/sliver.ts'], tests: ['geometry', 'builds/slivers.test.ts'] },
    {
      files: ['lookup/located-county.ts'],
      tests: ['lookup', 'layers/boundaries', 'pipelines/boundaries'],
    },
    {
      files: ['dossier/swapped-coordinates.ts', 'layers/vintage-age.ts'],
      tests: ['dossier', 'layers/*.test.ts'],
    },
    {
      files: ['lookup/location-lookup.ts'],
      tests: ['lookup', 'layers/*/section.test.ts', 'layers/parcel'],
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
      tests: ['pipelines/stages', 'commands/lock'],
    },
    { files: ['geometry/mended.ts', 'geometry/soundness.ts'] },
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
    { files: ['upstream'] },
    {
      files: ['dossier/dossier.ts'],
      tests: ['dossier', 'commands', 'layers/permits', 'layers/code_basis'],
    },
    {
      files: ['accounts/admission', 'accounts/limits'],
      tests: ['accounts/admission', 'accounts/limits', 'accounts/routes/attempts.test.ts'],
    },
    {
      files: ['serve/routes/gate.ts'],
      tests: ['serve/routes/gate.test.ts', 'serve/routes/account-routes.test.ts'],
    },
    {
      files: ['serve/queries/page-cursor.ts'],
      tests: ['serve/queries/page-cursor.test.ts', 'serve/routes/parcels.test.ts'],
    },
    {
      files: ['http/request-limits.ts'],
      tests: [
        'serve/request-limits.test.ts',
        'serve/server.test.ts',
        'serve/app.test.ts',
        'tests/attacks/connections.test.ts',
      ],
    },
    { files: ['catalog/clocks.ts', 'catalog/process-mutex.ts'] },
  ],
  geocoder: [
    {
      files: [
        'geocoder/matching/geocoder.ts',
        'geocoder/matching/house-position.ts',
        'geocoder/matching/house-search.ts',
        'geocoder/matching/interpolation.ts',
        'geocoder/parsing/misspelling.ts',
        'geocoder/matching/orientation.ts',
        'geocoder/matching/penalties.ts',
        'geocoder/matching/requested-place.ts',
        'geocoder/matching/reverse.ts',
        'geocoder/search/search.ts',
        'geocoder/tables/spread.ts',
        'geocoder/tables/votes.ts',
        'geocoder/tables/zip-states.ts',
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

/** True when a path matches a pattern, or is below it. */
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
