import { openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type Command, UsageError } from '../../terminal/command.ts'
import { formatTable } from '../../terminal/table.ts'
import { assembleDossier } from '../dossier.ts'
import { SECTION_NAMES } from '../index.ts'
import { closePacks, openPacks } from '../open-packs.ts'

export const dossierCommand: Command = {
  name: 'dossier',
  summary: 'Say what is known at a spot, without the service',
  usage: 'dossier <lat,lng> [options]',
  options: {
    layers: {
      type: 'string',
      value: 'names',
      help: 'sections, separated by commas (default: all)',
    },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    geometry: { type: 'boolean', help: 'add GeoJSON to the data' },
    json: { type: 'boolean', help: 'the sections as JSON' },
  },
  examples: ['plat dossier 30.01,-72.02', 'plat dossier 44.80,-68.77 --layers parcel,flood --json'],
  async run({ positionals, values }, out) {
    const [lat, lng] = coordinates(positionals)
    const layers = values.layers === undefined ? undefined : `${values.layers}`.split(',')
    const unknown = layers?.find((name) => !SECTION_NAMES.includes(name))
    if (unknown !== undefined)
      throw new UsageError(
        `There is no section ${JSON.stringify(unknown)}; there are ${SECTION_NAMES.join(', ')}.`,
      )
    const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
    const packs = await openPacks(build)
    try {
      const dossier = assembleDossier(
        packs,
        { lat, lng, layers, includeGeometry: values.geometry === true },
        (section, error) => out.progress.note(`${section} failed: ${error}`),
      )
      if (values.json) out.print(JSON.stringify(dossier, null, 2))
      else {
        const rows = Object.values(dossier.layers).map((section) => [
          section.name,
          section.status,
          section.summary,
        ])
        out.print(formatTable(['section', 'status', 'summary'], rows))
      }
      return 0
    } finally {
      closePacks(packs)
    }
  },
}

function coordinates(positionals: string[]): [number, number] {
  const text = positionals.join(',')
  const match = /^\s*(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)\s*$/.exec(text)
  const [lat, lng] = [Number(match?.[1]), Number(match?.[2])]
  if (!match)
    throw new UsageError('Give latitude and longitude in degrees, latitude first: 30.01,-72.02')
  if (Math.abs(lat) > 90)
    throw new UsageError(`Latitude ${lat} is outside -90 to 90; it comes first.`)
  if (Math.abs(lng) > 180) throw new UsageError(`Longitude ${lng} is outside -180 to 180.`)
  return [lat, lng]
}
