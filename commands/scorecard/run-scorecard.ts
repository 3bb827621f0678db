import { openBuild, openPinned } from '../../catalog/build-folder.ts'
import { countiesOf } from '../../coverage/counties.ts'
import { scorecard } from '../../coverage/scorecard.ts'
import type { CountyScore } from '../../coverage/scorecard-shape.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { type Command, UsageError } from '../../terminal/command.ts'
import { formatTable } from '../../terminal/table.ts'
import { formatNames } from '../../values/name-list.ts'

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

export const scorecardCommand: Command = {
  name: 'scorecard',
  summary: 'Say where each section answers, by the dossiers of seeded probes',
  usage: 'scorecard [options]',
  options: {
    layer: { type: 'string', value: 'name', help: 'one section (default: all)' },
    state: { type: 'string', value: 'code', help: 'postal code or two FIPS digits' },
    county: { type: 'string', value: 'fips', help: 'five FIPS digits' },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    json: { type: 'boolean', help: 'the whole scorecard, as GET /v1/coverage answers it' },
  },
  examples: [
    'plat scorecard',
    'plat scorecard --county 23019',
    'plat scorecard --layer soils --json',
  ],
  async run({ values }, out) {
    const [layer, state, county] = [values.layer, values.state, values.county].map((value) =>
      value === undefined ? undefined : `${value}`,
    )
    if (layer !== undefined && !SECTION_NAMES.includes(layer))
      throw new UsageError(
        `There is no section ${JSON.stringify(layer)}; there are ${SECTION_NAMES.join(', ')}.`,
      )
    const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
    const packs = await openPacks(build)
    const rasters = new OpenRasters(build.paths.folder)
    try {
      const step = out.progress.step('probe')
      const card = await scorecard(packs, {
        build: build.id,
        layer,
        state: state?.toUpperCase(),
        county,
        outside: { upstreams: null, rasters },
      })
      step.done(`${card.probes_per_county} probes a place at most`)
      if (
        (state ?? county) &&
        countiesOf(packs, { state: state?.toUpperCase(), county }).length === 0
      )
        throw new UsageError(
          `No partition of this build is of ${county ? `county ${county}` : `state ${state}`}.`,
        )
      if (values.json) {
        out.print(JSON.stringify(card, null, 2))
        return 0
      }
      const rows = card.sections.flatMap(({ name, stage, counties }) =>
        counties.length === 0
          ? [
              [
                name,
                stage === 'answering' ? null : `(${stage})`,
                ...HEADER.slice(2).map(() => null),
              ],
            ]
          : counties.map((county) => [name, ...rowOf(county)]),
      )
      out.print(formatTable(HEADER, rows))
      out.print(LEGEND)
      return 0
    } finally {
      closePacks(packs)
      await rasters.close()
    }
  },
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

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
