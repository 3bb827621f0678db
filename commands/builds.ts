import { type Command, UsageError } from '../terminal/command.ts'

export const buildsCommand: Command = {
  name: 'builds',
  summary: 'List the builds, or show the contents of one',
  usage: 'builds [build]',
  options: { json: { type: 'boolean', help: 'the manifests as they are' } },
  examples: ['plat builds', 'plat builds sample-3f9a1c22ab10'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    if (positionals.length > 1) throw new UsageError('Name one build, or none for the list.')
    const [{ openBuild }, { printBuild, printBuilds }] = await Promise.all([
      import('../catalog/build-folder.ts'),
      import('./builds/print-builds.ts'),
    ])
    const [id] = positionals
    const isJson = values.json === true
    if (id === undefined) await printBuilds(isJson, out)
    else printBuild(await openBuild(id), isJson, out)
    return 0
  },
}
