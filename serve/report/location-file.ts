import type { Manifest } from '../../catalog/manifest.ts'
import type { Sections } from '../../report/key-facts.ts'
import { titleCase } from '../../report/title-case.ts'

/** Characters of the name of a file, without its ending. */
const NAME_CHARACTERS = 80

/** The title of a location for people: its address, else its coordinates. */
export function locationTitle(dossier: {
  address?: { formatted: string }
  point: { lat: number; lng: number }
}): string {
  const { address, point } = dossier
  return address ? titleCase(address.formatted) : `${point.lat}, ${point.lng}`
}

/** A name for the file of a location, of letters, digits, dots and dashes. */
export function fileName(title: string, ending: string): string {
  return `${title.replace(/[^\w.-]+/g, '-').slice(0, NAME_CHARACTERS)}.${ending}`
}

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
