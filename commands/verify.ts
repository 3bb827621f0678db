import { basename } from 'node:path'
import type { Verification } from '../builds/verify.ts'
import { type Command, UsageError } from '../terminal/command.ts'
import { formatCount } from '../terminal/quantity.ts'
import { formatTable } from '../terminal/table.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Read every byte of a build, decode every tile, and report what is wrong',
  usage: 'verify [build]',
  options: {},
  examples: ['plat verify', 'plat verify sample-3f9a1c22ab10'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals }, out) {
    if (positionals.length > 1) throw new UsageError('One build at a time.')
    const [{ openBuild, openPinned }, { verifyBuild }] = await Promise.all([
      import('../catalog/build-folder.ts'),
      import('../builds/verify.ts'),
    ])
    const build = positionals[0] ? await openBuild(positionals[0]) : await openPinned()
    const { files, tiles, ground, cells, problems } = await verifyBuild(build, out.progress)
    if (ground.length > 0) out.print(`${formatGround(ground)}\n`)
    for (const problem of problems) out.print(problem)
    const found = problems.length === 0 ? 'sound' : formatProblems(problems.length)
    const read = [counted(files, 'files'), counted(tiles, 'tiles')]
    if (cells > 0) read.push(counted(cells, 'raster cells'))
    out.print(`${build.id}: ${found}; ${read.slice(0, -1).join(', ')} and ${read.at(-1)} read.`)
    if (problems.length > 0)
      out.print(
        `Remedy: delete the files named above in ${build.paths.folder}, then run \`plat build\` with the same names, which makes the build again.`,
      )
    return problems.length === 0 ? 0 : 1
  },
}

/** What the zooms of contiguous archives cover of the ground that their highest zoom covers. */
export function formatGround(ground: Verification['ground']): string {
  const header = ['archive', 'zoom', 'covered %', 'gaps %', 'overlaps %']
  const rows = ground.flatMap(({ file, zooms }) =>
    zooms.map(({ zoom, covered_pct, gap_pct, overlap_pct }) => [
      basename(file, '.pmtiles'),
      zoom,
      ...[covered_pct, gap_pct, overlap_pct].map((pct) => pct.toFixed(4)),
    ]),
  )
  return formatTable(header, rows, [false, true, true, true, true])
}

function formatProblems(count: number): string {
  return count === 1 ? '1 problem' : counted(count, 'problems')
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}`
}
