import type { Manifest } from '../../catalog/manifest.ts'
import type { Sections } from '../../report/key-facts.ts'

/** The address of a point on the map page, from the base address of the API. */
export function mapLink(base: string, { lat, lng }: { lat: number; lng: number }): string {
  return `${base.replace(/\/api$/, '')}/?at=${lat},${lng}`
}

/** True where a source that answered is a fictional one of the build. */
export function isFictional(
  sections: Sections,
  { manifest }: { manifest: Pick<Manifest, 'sources'> },
): boolean {
  const titles = manifest.sources.filter(({ fictional }) => fictional).map(({ title }) => title)
  return Object.values(sections).some((section) => titles.includes(section?.source?.name ?? ''))
}
