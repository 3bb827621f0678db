import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildInputs, planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { type OpenBuild, openBuild } from '../../catalog/build-folder.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { assembleDossier, type Dossier, type Packs } from '../../layers/dossier.ts'
import { closePacks, openPacks } from '../../layers/open-packs.ts'
import { SILENT } from '../../terminal/progress.ts'

const MEMORY_BYTES = 1e9

/** A home of its own for a test's builds. */
export async function makeHome(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `plat-end-to-end-${name}-`))
}

export async function dropHome(home: string | undefined): Promise<void> {
  if (home) await rm(home, { recursive: true, force: true })
}

/** Plans and runs a build, as `plat build` does. Nothing is pinned. */
export async function buildIn(
  home: string,
  names: readonly string[],
  options: { workers?: number; inputs?: BuildInputs } = {},
): Promise<Manifest> {
  const plan = await planBuild(names, home, options.inputs)
  const workers = options.workers ?? 2
  return runBuild(plan, { home, workers, memoryBytes: MEMORY_BYTES, progress: SILENT })
}

/** A finished build that answers dossiers until it is closed. */
export interface AnsweringBuild {
  open: OpenBuild
  packs: Packs
  /** Parcel and flood, or the sections asked for. */
  dossierAt(lng: number, lat: number, layers?: string[]): Dossier
  close(): void
}

/** Opens a build's packs. A section that throws fails the test. */
export async function answering(home: string, build: string): Promise<AnsweringBuild> {
  const open = await openBuild(build, home)
  const packs = await openPacks(open)
  const dossierAt = (lng: number, lat: number, layers = ['parcel', 'flood']) =>
    assembleDossier(packs, { lat, lng, layers }, (_, error) => {
      throw error
    })
  return { open, packs, dossierAt, close: () => closePacks(packs) }
}
