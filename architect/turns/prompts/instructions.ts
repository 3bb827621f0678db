import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Scene } from '../../scene/scene.ts'
import { toolConventions } from '../tools/model-tools.ts'
import type { Effort } from '../turn-models.ts'
import { asData } from './fenced-text.ts'
import { summaryOf } from './scene-summary.ts'

/** What a turn is about. */
export interface TurnSubject {
  effort: Effort
  /** Whether the model has `view_scene`. */
  takesImages: boolean
  /** As at the start of the turn. */
  scene: Scene
  projectName: string
  /** `instructions` of the request; empty without any. */
  clientInstructions: string
}

export interface Instructions {
  /** Version of the prompt and the begin of its hash: `1.3f2a9c41`. */
  version: string
  /** The system prompt. The same subject has the same one. */
  text: string
}

/** Hexadecimal digits of the hash in a version: an edit of the prompt is then seen. */
const VERSION_DIGITS = 8

const EFFORTS: Record<Effort, string> = {
  low: 'Take the shortest way: few reads, the plainest solution, one check at the end.',
  medium: 'Check the result once with care, and correct what you caused.',
  high: 'Think the design through: routes, light, furniture, doors that open freely. Check after each group of edits and improve what is poor.',
  pro: 'Work as for a demanding client: compare alternatives before you draw, check after each group of edits from several sides, and improve the design until you would sign it.',
}
const LOOKS =
  'After edits that change how something looks or is arranged, look at it with `view_scene`: a plan of the level, then a perspective. Believe measurements more than pictures.'
const NO_LOOKS = 'You cannot see pictures. Check positions with `measure` and `check_collisions`.'

/** The system prompt of a turn. What is the same in all turns comes first, so that it is cached. */
export function composeInstructions(subject: TurnSubject): Instructions {
  const { version, text } = PROMPT
  const { effort, takesImages, scene, projectName, clientInstructions } = subject
  const parts = [
    text,
    `## Conventions of the tools\n\n${toolConventions()}`,
    `## Effort\n\n${EFFORTS[effort]} ${takesImages ? LOOKS : NO_LOOKS}`,
    `## The project at the start of the turn\n\n${asData('project', summaryOf(scene, projectName))}`,
    ...(clientInstructions.trim()
      ? [`## Instructions of the client\n\n${asData('client_instructions', clientInstructions)}`]
      : []),
  ]
  return { version, text: parts.join('\n\n') }
}

const PROMPT = readPrompt()

/** The prompt and its version. Throws where the file has no version. */
function readPrompt(): Instructions {
  const file = readFileSync(new URL('./architect.md', import.meta.url), 'utf8')
  const [, version, text] = /^<!-- version: (\d+) -->\n\n([\s\S]+)$/.exec(file) ?? []
  if (version === undefined) throw new Error('architect.md has no version')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, VERSION_DIGITS)
  return { version: `${version}.${hash}`, text: text.trim() }
}
