import type { BuildSource, ServedBuild } from '../../serve/build/build-source.ts'

/** A build without data: health and the layers are 200 with any build in service. */
export const EMPTY_BUILD = {
  id: 'empty',
  folder: 'nowhere',
  manifest: { created_at: '2026-01-02', tables: [], archives: [], search: null },
  packs: new Map(),
  hasDatabase: false,
  atClose: [],
} as unknown as ServedBuild

export const EMPTY_BUILDS: BuildSource = { acquire: () => ({ build: EMPTY_BUILD, release() {} }) }
