import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type BuildInputs, planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { listBuilds, type OpenBuild, openBuild } from '../../catalog/build-folder.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { buildDossierFromPacks, type Dossier, type Packs } from '../../dossier/dossier.ts'
import type { ParcelData } from '../../layers/parcel/data.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { SILENT } from '../../terminal/progress.ts'

const MEMORY_BYTES = 1e9

/** A home for the builds of one test. */
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

/** Deadline of a process that builds the sample county on a busy machine; hooks may take 600 s. */
const SAMPLE_WAIT_MS = 540_000

/**
 * The whole sample county in the home that test files share, built on the first request. It is for
 * reading only: nothing may be pinned or written there.
 */
export async function sampleBuild(): Promise<{ home: string; build: AnsweringBuild }> {
  const home = inject('sharedHome')
  const lock = { step: 'build the sample county', wait_ms: SAMPLE_WAIT_MS }
  const id = await withProcessMutex(join(home, 'sample.lock'), lock, async () => {
    const [made] = (await listBuilds(home)).builds
    return made?.id ?? (await buildIn(home, ['sample'])).build
  })
  return { home, build: await answering(home, id) }
}

/** Brings the files of the sample county into a home: generating them takes 13 s. */
export async function copyCounty(home: string): Promise<void> {
  const shared = await sampleBuild()
  shared.build.close()
  for (const name of ['sample', 'assets'])
    await cp(join(shared.home, name), join(home, name), { recursive: true })
}

/** A copy of the sample county's build in its own home, to pin or to damage. */
export async function copySample(name: string): Promise<{ home: string; build: string }> {
  const shared = await sampleBuild()
  shared.build.close()
  const home = await makeHome(name)
  const build = shared.build.open.id
  // Only that folder: other test files may write a lock next to it meanwhile.
  await cp(join(shared.home, 'builds', build), join(home, 'builds', build), { recursive: true })
  return { home, build }
}

/** A finished build that answers dossiers until it is closed. */
export interface AnsweringBuild {
  open: OpenBuild
  packs: Packs
  /** The dossier with parcel and flood, or with the requested sections. */
  dossierAt(lng: number, lat: number, layers?: string[]): Dossier
  /** The parcel of a row with its neighbours and its frontage, drawn. */
  bordersOf(parcelRow: number): ParcelData
  close(): void
}

/** Opens a build's packs. A section that throws fails the test. */
export async function answering(home: string, build: string): Promise<AnsweringBuild> {
  const open = await openBuild(build, home)
  const packs = await openPacks(open)
  const dossierAt = (lng: number, lat: number, layers = ['parcel', 'flood']) =>
    buildDossierFromPacks(packs, { lat, lng, layers }, (_, error) => {
      throw error
    })
  const bordersOf = (parcelRow: number) => {
    const query = { parcelRow, layers: ['parcel'] }
    const flags = { includeAdjacent: true, includeGeometry: true }
    const dossier = buildDossierFromPacks(packs, { ...query, ...flags }, (_, error) => {
      throw error
    })
    return dossier.layers.parcel.data as ParcelData
  }
  return { open, packs, dossierAt, bordersOf, close: () => closePacks(packs) }
}
