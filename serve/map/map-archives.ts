import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LAYERS } from '../../layers/index.ts'
import type { ServedBuild } from '../build-source.ts'
import { MapArchive } from './map-archive.ts'

/** Archives of a build by the slug of their layer, opened when first asked for. */
const opened = new WeakMap<ServedBuild, Map<string, MapArchive>>()

/** Slugs of the layers that have an archive in the build. */
export function archivedSlugs({ manifest }: ServedBuild): string[] {
  return LAYERS.filter(({ id }) => manifest.archives.some(({ layer }) => layer === id)).map(
    ({ catalog }) => catalog.slug,
  )
}

/**
 * The archive of a layer by its slug, or null where the build has none. It closes with the build.
 * Throws `StepError` for a file that is gone or no archive of vector tiles.
 */
export function archiveOf(build: ServedBuild, slug: string): MapArchive | null {
  const open = opened.get(build) ?? new Map<string, MapArchive>()
  opened.set(build, open)
  const known = open.get(slug)
  if (known) return known
  const layer = LAYERS.find(({ catalog }) => catalog.slug === slug)
  const listed = build.manifest.archives.find((each) => each.layer === layer?.id)
  if (!listed) return null
  const path = join(build.folder, listed.file)
  const descriptor = openSync(path, 'r')
  try {
    const archive = new MapArchive({ descriptor, path, ...listed })
    open.set(slug, archive)
    build.atClose.push(() => closeSync(descriptor))
    return archive
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
