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
    const { files, tiles, ground, foreign, cells, problems } = await verifyBuild(
      build,
      out.progress,
    )
    if (ground.length > 0) out.print(`${formatGround(ground)}\n`)
    for (const archive of foreign) out.print(`${formatForeign(archive)}\n`)
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

/** What is and what is not checked of an archive that another tiler drew. */
export function formatForeign({ file, tiler, habits }: Verification['foreign'][number]): string {
  const lines = habits.map(({ code, where, message, count }) => {
    const times = count === 1 ? '' : `${formatCount(count)} times, first `
    return `  ${code}: ${times}at ${where}: ${message}`
  })
  const drawn =
    lines.length === 0
      ? 'What it drew passes the checks of our own tiles.'
      : 'It draws some shapes otherwise than our own tiler; these are not damage:'
  return [
    `${file} was drawn by ${tiler.name} ${tiler.version}: every tile was decoded. ${drawn}`,
    ...lines,
    '  Not checked: how many features a zoom merges or drops, and whose id and properties a merged shape has.',
  ].join('\n')
}

function formatProblems(count: number): string {
  return count === 1 ? '1 problem' : counted(count, 'problems')
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}`
}
