import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { readLink, writeLink } from '../client/project-link.ts'
import { PULL_STEP, redoPulls, undoPulls } from '../client/pull-history.ts'
import type { Edit } from '../operations/draft.ts'
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
      const isUndo = name === 'undo'
      const { answer, note, pulls } = await changeScene(
        file,
        name,
        (draft, note) => {
          const before = pullsIn(draft.state[name])
          const answer = draft[name](Number(values.steps))
          return { answer, note, pulls: before - pullsIn(draft.state[name]) }
        },
        // Killed in between, the link must not count a pull as in the file that is not.
        async ({ pulls }) => void (isUndo && (await updateLink(file, name, pulls))),
      )
      if (!isUndo) await updateLink(file, name, pulls)
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

const pullsIn = (edits: Edit[]): number => edits.filter(({ tool }) => tool === PULL_STEP).length

/** States in the link of a file which draft it is made from after pulls were undone or redone. */
async function updateLink(file: string, name: 'undo' | 'redo', pulls: number): Promise<void> {
  if (pulls === 0) return
  const link = await readLink(name, file)
  if (link === null) return
  const states = name === 'undo' ? undoPulls(link, pulls) : redoPulls(link, pulls)
  await writeLink(file, { ...link, ...states })
}
