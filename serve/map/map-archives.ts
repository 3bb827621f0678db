import { LAYERS } from '../../layers/index.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { MapArchive } from './map-archive.ts'

/** Open archives of a build by the slug of their layer; each is opened on its first request. */
const opened = new WeakMap<ServedBuild, Map<string, MapArchive>>()

/** Slugs of the layers that have an archive in the build. */
export function archivedSlugs({ manifest }: ServedBuild): string[] {
  return LAYERS.filter(({ id }) => manifest.archives.some(({ layer }) => layer === id)).map(
    ({ catalog }) => catalog.slug,
  )
}

/**
 * The archive of a layer by its slug, or null where the build has none. Throws `UnavailableFile`
 * for a file that cannot be read now or is not an archive of vector tiles.
 */
export function archiveOf(build: ServedBuild, slug: string): MapArchive | null {
  const open = opened.get(build) ?? new Map<string, MapArchive>()
  opened.set(build, open)
  const known = open.get(slug)
  if (known) {
    known.file.expectWhole()
    return known
  }
  const layer = LAYERS.find(({ catalog }) => catalog.slug === slug)
  const listed = build.manifest.archives.find((each) => each.layer === layer?.id)
  if (!listed) return null
  const { bytes, sha256 } = listed
  const archive = new MapArchive({ file: build.files.file(listed.file), bytes, sha256 })
  open.set(slug, archive)
  return archive
}
