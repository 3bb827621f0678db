import type { Command } from '../terminal/command.ts'

export const exportCommand: Command = {
  name: 'export',
  summary:
    'Write a table of a build for GIS programs: GeoPackage, FlatGeobuf, CSV, Parquet, GeoJSON',
  usage: 'export <table> [options]',
  options: {
    out: {
      type: 'string',
      value: 'file',
      help: 'file to write, its format by its ending: .gpkg, .fgb, .csv, .parquet, .geojson; <table>.gpkg by default',
    },
    where: { type: 'string', value: 'sql', help: 'only the rows that meet this condition' },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    force: { type: 'boolean', help: 'replace the file if it is there' },
  },
  examples: [
    'plat export parcels',
    'plat export flood_zones --out flood.fgb',
    'plat export v_parcel_dossier --where "flood_parcel_in_flood_zone <> \'none\'" --out exposed.gpkg',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run(args, out) {
    const { runExport } = await import('./export/run-export.ts')
    return await runExport(args, out)
  },
}
