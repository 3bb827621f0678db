import type { Command } from '../terminal/command.ts'

export const lockCommand: Command = {
  name: 'lock',
  summary: 'Show, take and check the locks, which name the exact bytes that a build reads',
  usage: 'lock list | show <id> | take <id> [options] | check [id...] | prune',
  options: {
    json: { type: 'boolean', help: 'show: the lock file as it is' },
    source: { type: 'string', value: 'id', help: 'take: source of a new lock' },
    vintage: {
      type: 'string',
      value: 'label',
      help: "take: the publisher's name of the edition",
    },
    from: { type: 'string', value: 'date', help: 'take: first day that the edition covers' },
    to: { type: 'string', value: 'date', help: 'take: last day that the edition covers' },
    note: { type: 'string', value: 'text', help: 'take: how the edition is known' },
    asset: {
      type: 'string',
      value: '[name=]where',
      multiple: true,
      help: 'take: a URL, real-data:<path>, package:<package>/<file> or sample:<file>; once for each file',
    },
    obtained: {
      type: 'string',
      value: 'text',
      help: 'take: how files without a URL were obtained',
    },
    whole: {
      type: 'string',
      value: 'asset=evidence',
      multiple: true,
      help: 'take: why a file that looks truncated is complete',
    },
    fetch: { type: 'boolean', help: 'check: download what is not stored' },
  },
  examples: [
    'plat lock list',
    'plat lock show hudson-nj-nfhl-20060816',
    'plat lock take hudson-nj-nfhl-20060816 --source fema-nfhl --vintage "2006-08-16" ' +
      '--from 2006-08-16 --asset real-data:hudson-nj/34017C_20060816.zip',
    'plat lock take sample-county',
    'plat lock check',
    'plat lock prune',
  ],
  requires: new URL('../pipelines/', import.meta.url),
  async run(args, out) {
    const { runLock } = await import('./lock/run-lock.ts')
    return await runLock(args, out)
  },
}
