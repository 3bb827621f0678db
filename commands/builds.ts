import { type Command, UsageError } from '../terminal/command.ts'

export const buildsCommand: Command = {
  name: 'builds',
  summary: 'List the builds, show the contents of one, or follow and cancel queued ones',
  usage: 'builds [build | status [run] | cancel run] [options]',
  options: {
    against: {
      type: 'string',
      value: 'build',
      help: 'compare the build with an earlier one: rows and bytes of each table',
    },
    markdown: { type: 'boolean', help: 'print the comparison as a Markdown table, for reports' },
    json: { type: 'boolean', help: 'the manifests as they are' },
  },
  examples: [
    'plat builds',
    'plat builds sample-3f9a1c22ab10',
    'plat builds status',
    'plat builds cancel sample-3f9a1c22ab10',
    'plat builds sample-3f9a1c22ab10 --against sample-0b1c2d3e4f50 --markdown',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const isJson = values.json === true
    const [first, name] = positionals
    if (first === 'status' || first === 'cancel') {
      if (positionals.length > 2 || (first === 'cancel' && name === undefined))
        throw new UsageError(`Name one run or build: \`plat builds ${first} <run>\`.`)
      const [{ withQueue }, { cancelRun, printRuns }] = await Promise.all([
        import('./queue/with-queue.ts'),
        import('./builds/print-runs.ts'),
      ])
      await withQueue(out, (queue) =>
        first === 'cancel' ? cancelRun(queue, name, out) : printRuns(queue, name, isJson, out),
      )
      return 0
    }
    if (positionals.length > 1) throw new UsageError('Name one build, or none for the list.')
    const { against } = values
    if (against !== undefined && positionals.length === 0)
      throw new UsageError('Name the build that is compared with --against.')
    if (values.markdown && against === undefined)
      throw new UsageError('--markdown is for a comparison: name an earlier build with --against.')
    const [{ openBuild }, { printBuild, printBuilds }, { compareBuilds }] = await Promise.all([
      import('../catalog/build-folder.ts'),
      import('./builds/print-builds.ts'),
      import('./builds/compare-builds.ts'),
    ])
    const [id] = positionals
    if (against !== undefined) {
      const builds = [await openBuild(`${against}`), await openBuild(id)] as const
      out.print(compareBuilds(...builds, values.markdown === true))
    } else if (id === undefined) await printBuilds(isJson, out)
    else printBuild(await openBuild(id), isJson, out)
    return 0
  },
}
