import type { Command } from '../terminal/command.ts'

export const dossierCommand: Command = {
  name: 'dossier',
  summary: 'Report what is known at a location, or at every point of a file, without the service',
  usage:
    'dossier <lat,lng> | --address <text> | --parcel <key> | --points <file> --out <file> [options]',
  options: {
    address: { type: 'string', value: 'text', help: 'a mailing address or a place' },
    parcel: { type: 'string', value: 'key', help: 'the parcel with this parcel_key' },
    points: {
      type: 'string',
      value: 'file',
      help: 'file of points: CSV, TSV, NDJSON, GeoJSON or Parquet',
    },
    out: {
      type: 'string',
      value: 'file',
      help: 'output: .ndjson with a dossier a line, or .parquet with a row a point. Resumes a run that was stopped',
    },
    lat: {
      type: 'string',
      value: 'column',
      help: 'column of the latitude (default: lat, latitude, y)',
    },
    lng: {
      type: 'string',
      value: 'column',
      help: 'column of the longitude (default: lng, lon, long, longitude, x)',
    },
    id: { type: 'string', value: 'column', help: 'column of the id of a point (default: id)' },
    again: { type: 'boolean', help: 'start over, and replace the file of --out' },
    layers: {
      type: 'string',
      value: 'names',
      help: 'sections, separated by commas (default: all)',
    },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    geometry: { type: 'boolean', help: 'add GeoJSON to the data' },
    adjacent: { type: 'boolean', help: 'add neighbours and frontage to the parcel' },
    json: { type: 'boolean', help: 'the sections as JSON' },
  },
  examples: [
    'plat dossier 30.01,-72.02',
    'plat dossier 44.80,-68.77 --layers parcel,flood --json',
    "plat dossier --address '5 Main St, Bangor, ME 04401'",
    'plat dossier --parcel pk_5t42sm7shdatfldyxszwzn3o',
    'plat dossier --points sites.csv --out dossiers.ndjson',
    'plat dossier --points sites.csv --lat Y_COORD --lng X_COORD --out dossiers.parquet',
  ],
  async run(args, out) {
    const { runDossier } = await import('./dossier/run-dossier.ts')
    return await runDossier(args, out)
  },
}
