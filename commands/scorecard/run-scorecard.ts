import { openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type CountyFilter, countiesOf } from '../../coverage/counties.ts'
import { scorecard } from '../../coverage/scorecard.ts'
import type { CountyScore } from '../../coverage/scorecard-shape.ts'
import type { Packs } from '../../dossier/dossier.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { formatTable } from '../../terminal/table.ts'
import { formatNames } from '../../values/name-list.ts'
import { assertSectionNames } from '../section-names.ts'

const HEADER = [
  'section',
  'place',
  'covers',
  'land known',
  'with facts',
  'parcels known',
  'probes',
  'vintage',
]

const LEGEND =
  'Land: of the area inside the county line. Parcels: of those that this build has of the county.'

/** Prints the scorecard of a build. */
export async function runScorecard(
  { values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const { layer, filter } = readFilter(values)
  const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
  const packs = await openPacks(build)
  const rasters = new OpenRasters(build.paths.folder)
  try {
    assertCovered(packs, filter)
    const step = out.progress.step('probe')
    const outside = { upstreams: null, rasters }
    const card = await scorecard(packs, { build: build.id, layer, ...filter, outside })
    step.done(`${card.probes_per_county} probes a place at most`)
    if (values.json) {
      out.print(JSON.stringify(card, null, 2))
      return 0
    }
    const rows = card.sections.flatMap(({ name, stage, counties }) =>
      counties.length === 0
        ? [[name, stage === 'answering' ? null : `(${stage})`, ...HEADER.slice(2).map(() => null)]]
        : counties.map((county) => [name, ...rowOf(county)]),
    )
    out.print(formatTable(HEADER, rows))
    out.print(LEGEND)
    return 0
  } finally {
    closePacks(packs)
    await rasters.close()
  }
}

/** Reads the options that narrow the scorecard. Throws `UsageError` for an invalid one. */
function readFilter(values: Record<string, unknown>): { layer?: string; filter: CountyFilter } {
  const { layer, state, county } = values as Partial<Record<'layer' | 'state' | 'county', string>>
  if (layer !== undefined) assertSectionNames([layer])
  if (state !== undefined && !/^([A-Za-z]{2}|\d{2})$/.test(state))
    throw new UsageError(`--state must be a postal code or two FIPS digits, got "${state}".`)
  if (county !== undefined && !/^\d{5}$/.test(county))
    throw new UsageError(`--county must be five FIPS digits, got "${county}".`)
  return { layer, filter: { state: state?.toUpperCase(), county } }
}

/** Throws `UsageError` when no partition of the build is in the state or county. */
function assertCovered(packs: Packs, filter: CountyFilter): void {
  const { state, county } = filter
  if ((state ?? county) === undefined || countiesOf(packs, filter).length > 0) return
  const place = county === undefined ? `state ${state}` : `county ${county}`
  throw new UsageError(`No partition of this build is of ${place}.`)
}

function rowOf({ name, covers, land, parcels, note, sources }: CountyScore) {
  return [
    name,
    formatNames(covers) || null,
    land ? `${land.known_pct} %` : note,
    land && `${land.available_pct} %`,
    parcels ? `${parcels.known_pct} % of ${formatCount(parcels.in_build)} in the build` : null,
    land ? formatCount(land.probes) : null,
    sources[0]?.vintage ?? null,
  ]
}
