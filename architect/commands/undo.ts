import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { isRefused } from '../operations/draft-answer.ts'
import { formatAnswer } from './answer-format.ts'
import { changeScene } from './scene-on-disk.ts'

export const undoCommand = historyCommand('undo', 'Undo the last edits of a scene')
export const redoCommand = historyCommand('redo', 'Redo undone edits')

function historyCommand(name: 'undo' | 'redo', summary: string): Command {
  return {
    name,
    summary,
    usage: `${name} <file> [options]`,
    options: {
      steps: { type: 'string', value: 'n', help: 'how many edits', default: '1' },
      json: { type: 'boolean', help: 'the answer as JSON' },
    },
    examples: [`plat-architect ${name} house.json`, `plat-architect ${name} house.json --steps 3`],
    async run({ positionals, values }, out) {
      if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
      const [file] = positionals
      if (!/^[1-9]\d{0,3}$/.test(`${values.steps}`))
        throw new UsageError(`--steps must be a whole number from 1, got ${values.steps}.`)
      const { answer, note } = await changeScene(file, name, (draft, note) => ({
        answer: draft[name](Number(values.steps)),
        note,
      }))
      if (note) out.progress.note(note)
      if (values.json) out.print(JSON.stringify(answer))
      else if (isRefused(answer))
        throw new StepError(
          name,
          file,
          answer.error.message,
          'plat-architect show lists the contents of the scene.',
        )
      else out.print(formatAnswer(name, answer))
      return isRefused(answer) ? 1 : 0
    },
  }
}
