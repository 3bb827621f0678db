import { type Command, UsageError } from '../../terminal/command.ts'
import { withWorkingFixes } from '../operations/working-fixes.ts'
import { isFailure, runRead } from '../reads/run-read.ts'
import { terminalWidth } from './fitted-table.ts'
import { parseArguments } from './json-arguments.ts'
import { formatRead, formatReadFailure } from './read-format.ts'
import { openScene } from './scene-on-disk.ts'

export const readCommand: Command = {
  name: 'read',
  summary: 'Read a scene: rooms, walls, nodes, measurements, quantities, issues',
  usage: "read <file> <name> ['{json}'] [options]",
  options: { json: { type: 'boolean', help: 'the answer as JSON' } },
  examples: [
    'plat-architect read house.json get_zones',
    `plat-architect read house.json get_walls '{"zoneId": "Kitchen", "unit": "ft"}'`,
    `plat-architect read house.json measure '{"mode": "area", "fromId": "Kitchen"}' --json`,
  ],
  async run({ positionals, values }, out) {
    if (positionals.length < 2 || positionals.length > 3)
      throw new UsageError(
        'Give a scene file and the name of a read, as in get_zones; plat-architect tools lists them.',
      )
    const [file, name, source = '{}'] = positionals
    const given = parseArguments(source)
    const scene = await openScene(file, 'read')
    const answer = runRead(scene, name, given, { withWorkingFixes })
    if (values.json) out.print(JSON.stringify(answer))
    else if (isFailure(answer)) out.print(`${name} has no answer: ${formatReadFailure(answer)}`)
    else out.print(formatRead(answer, terminalWidth()))
    return isFailure(answer) ? 1 : 0
  },
}
