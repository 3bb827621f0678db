import type { Command } from '../terminal/command.ts'

export const archivesCommand: Command = {
  name: 'archives',
  summary: 'Write what changed between two PMTiles archives, and make the later one from it',
  usage: 'archives diff <old> <new> [options] | apply <old> <patch> --out <new>',
  options: {
    out: {
      type: 'string',
      value: 'file',
      help: 'file to write, which must not exist; of a diff, <new>.patch by default',
    },
    'whole-tiles': {
      type: 'boolean',
      help: 'diff: take changed tiles whole: larger, and applied by any version of Node',
    },
    json: { type: 'boolean', help: 'the report as JSON' },
  },
  examples: [
    'plat archives diff parcels-may.pmtiles parcels-june.pmtiles --out june.patch',
    'plat archives apply parcels-may.pmtiles june.patch --out parcels-june.pmtiles',
  ],
  requires: new URL('../pipelines/', import.meta.url),
  async run(args, out) {
    const { runArchives } = await import('./archives/run-archives.ts')
    return await runArchives(args, out)
  },
}
