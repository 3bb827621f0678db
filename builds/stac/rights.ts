import { fictionNote, type Source } from '../../catalog/source.ts'
import { distinct } from '../../values/distinct.ts'
import { VERSION } from '../version.ts'
import { linkTo, STAC_FOLDER, type StacLink } from './document.ts'
import { allSourcesOf, type Origin, sourcesOf } from './origin.ts'

/** Our processing of the publisher's files; it does not claim rights in them. */
const CHANGES =
  'Changed by Plat: columns renamed and typed, coordinates read as longitude and latitude (OGC:CRS84) on a grid of 1e-7 degree, ' +
  'faulty shapes repaired, rows that cannot be read refused and counted. These changes claim no rights.'

/**
 * STAC's field holds one identifier; an expression such as `MIT OR Apache-2.0` does not fit in it.
 */
const IDENTIFIER = /^[\w.+-]+$/

/**
 * The licence as STAC has it: an SPDX id where every source behind the rows states that one, else
 * `other`. `other` is never "open": each source's licence page states what was found and what was
 * not.
 */
export function licenceOf(origins: readonly Origin[]): string {
  const stated = distinct(allSourcesOf(origins).map(({ licence }) => licence.spdx ?? 'other'))
  return stated.length === 1 && IDENTIFIER.test(stated[0]) ? stated[0] : 'other'
}

/**
 * Lists the publishers of the rows as producers, and those who republished them, and Plat, as
 * processors. Nobody is called licensor, because the sources do not name one.
 */
export function providersOf(origins: readonly Origin[]) {
  const own = sourcesOf(origins)
  const producers = allSourcesOf(origins).map((source) => ({
    name: source.publisher,
    description: source.title,
    roles: [own.includes(source) ? 'producer' : 'processor'],
    ...(source.home && { url: source.home }),
  }))
  const processor = {
    name: 'Plat',
    description: `Plat ${VERSION}. ${CHANGES}`,
    roles: ['processor'],
  }
  return [...producers, processor]
}

/** Links to the licence pages and to the publishers' own pages, from the document at `from`. */
export function rightsLinks(from: string, origins: readonly Origin[]): StacLink[] {
  const sources = allSourcesOf(origins)
  const licences = sources.map((source) =>
    linkTo('license', from, licenceFile(source), `${source.title}: ${source.licence.name}`),
  )
  const homes = sources.flatMap(({ home, title }) =>
    home ? [{ rel: 'via', href: home, type: 'text/html', title }] : [],
  )
  return [...licences, ...homes]
}

/** The lines that a map or an answer must show. */
export function attributionOf(origins: readonly Origin[]): string {
  return distinct(sourcesOf(origins).map(({ attribution }) => attribution)).join('; ')
}

/** Note about invented places; empty when there are none. */
export function fictionOf(origins: readonly Origin[]): string {
  return fictionNote(sourcesOf(origins)) ?? ''
}

/** Path of a source's licence page inside the build. */
export function licenceFile({ id }: Pick<Source, 'id'>): string {
  return `${STAC_FOLDER}/licences/${id}.md`
}

/** The terms of a source for people: the page behind `license`. */
export function licencePage({ title, publisher, licence, attribution, fictional, notes }: Source) {
  const lines = [
    `# ${title}`,
    ...(fictional ? ['This source is fictional: no such place exists.'] : []),
    `Publisher: ${publisher}`,
    `Licence: ${licence.name} (${licence.spdx === null ? 'no SPDX id' : `SPDX ${licence.spdx}`})`,
    ...(licence.url ? [`Text: <${licence.url}>`] : []),
    ...(licence.text_sha256 ? [`SHA-256 of the text that is held: ${licence.text_sha256}`] : []),
    ...(licence.note ? [licence.note] : []),
    `Attribution to show: ${attribution}`,
    CHANGES,
    ...(notes.length > 0 ? ['## What a reader must know', list(notes)] : []),
  ]
  return `${lines.join('\n\n')}\n`
}

function list(notes: readonly string[]): string {
  return notes.map((note) => `- ${note}`).join('\n')
}
