import { type Command, UsageError } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { validateScene } from '../checks/validate.ts'
import { openScene } from './scene-on-disk.ts'

export const validateCommand: Command = {
  name: 'validate',
  summary: 'Check that a scene is well-formed; exit 1 when it is not',
  usage: 'validate <file> [options]',
  options: { json: { type: 'boolean', help: 'the whole answer as JSON' } },
  examples: ['plat-architect validate house.json'],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    const scene = await openScene(file, 'validate')
    const answer = validateScene(scene)
    if (values.json) out.print(JSON.stringify(answer))
    else {
      const formatFault = ({ code, nodeId, message }: (typeof answer.errors)[number]): string =>
        [code, nodeId, message].filter(Boolean).join(': ')
      for (const error of answer.errors) out.print(`error ${formatFault(error)}`)
      for (const warning of answer.warnings) out.print(`warning ${formatFault(warning)}`)
      const nodes = formatCount(Object.keys(scene.nodes).length)
      out.print(`${answer.valid ? 'Valid' : 'Not valid'}: ${nodes} nodes.`)
    }
    return answer.valid ? 0 : 1
  },
}
