import { openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type Command, UsageError } from '../../terminal/command.ts'
import { verifyBuild } from '../verify.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Read every byte of a build, decode every tile, and say what is wrong',
  usage: 'verify [build]',
  options: {},
  examples: ['plat verify', 'plat verify sample-3f9a1c22ab10'],
  async run({ positionals }, out) {
    if (positionals.length > 1) throw new UsageError('One build at a time.')
    const build = positionals[0] ? await openBuild(positionals[0]) : await openPinned()
    const { files, tiles, cells, problems } = await verifyBuild(build, out.progress)
    for (const problem of problems) out.print(problem)
    const found = problems.length === 0 ? 'sound' : `${problems.length} problems`
    const read = [counted(files, 'files'), counted(tiles, 'tiles')]
    if (cells > 0) read.push(counted(cells, 'raster cells'))
    out.print(`${build.id}: ${found}; ${read.slice(0, -1).join(', ')} and ${read.at(-1)} read.`)
    return problems.length === 0 ? 0 : 1
  },
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}`
}
