import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { queryCommand } from '../../commands/query.ts'
import { answerSections, requestSectionData } from '../../dossier/dossier.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import type { Row } from '../../layers/location.ts'
import type { Section } from '../../layers/section.ts'
import { LocationLookup, type Packs } from '../../lookup/location-lookup.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { SILENT } from '../../terminal/progress.ts'

/** A parcel of the packs: its roll, its sections and the lookup that they used. */
export interface AnsweredParcel {
  roll: Row
  sections: Record<string, Section>
  place: LocationLookup
}

/**
 * Every parcel of a build, in the order of its pack, or one in `every` of them; heights come from
 * the rasters in its folder.
 */
export async function everyParcel(
  packs: Packs,
  folder: string,
  every = 1,
): Promise<AnsweredParcel[]> {
  const pack = packs.get('parcels')!
  const rasters = new OpenRasters(folder)
  const parcels: AnsweredParcel[] = []
  try {
    for (let parcelRow = 0; parcelRow < pack.rows; parcelRow += every) {
      const place = new LocationLookup(packs, { parcelRow }, false)
      const sectionData = await requestSectionData(place, SECTION_NAMES, {
        upstreams: null,
        rasters,
      })
      const sections = answerSections(place, SECTION_NAMES, undefined, undefined, sectionData)
      parcels.push({ roll: pack.row(parcelRow), sections, place })
    }
  } finally {
    await rasters.close()
  }
  return parcels
}

/** Output of `plat query`, in the home of the environment. */
export async function query(
  values: Record<string, unknown>,
  ...positionals: string[]
): Promise<string> {
  const printed: string[] = []
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  await queryCommand.run({ positionals, values }, out)
  return printed.join('\n')
}

/** Rows that `plat query --json` prints. */
export async function rowsOf(
  values: Record<string, unknown>,
  ...positionals: string[]
): Promise<Row[]> {
  const lines = await query({ json: true, ...values }, ...positionals)
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line))
}

/** Sums a number by name. */
export function sums<T>(
  each: Iterable<T>,
  nameOf: (one: T) => string,
  sizeOf: (one: T) => number,
): Map<string, number> {
  const summed = new Map<string, number>()
  for (const one of each) summed.set(nameOf(one), (summed.get(nameOf(one)) ?? 0) + sizeOf(one))
  return summed
}

/**
 * The query of `examples/README.md` that exports the parcels exposed to floods, without `plat.`.
 */
export function guideExport(): string {
  const guide = readFileSync(join(PROJECT_ROOT, 'examples', 'README.md'), 'utf8')
  const [, text] = /COPY \((FROM plat\.v_parcel_dossier [^)]+)\) TO/.exec(guide) ?? []
  return text.replace('plat.', '')
}
