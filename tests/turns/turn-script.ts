import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TurnSettings } from '../../architect/service/turn-settings.ts'
import type { ScriptInput } from '../../architect/turns/models/script-file.ts'

type Scenario = ScriptInput['scenarios'][number]

const ROOM = {
  name: 'Kitchen',
  polygon: [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ],
}

/** Scenarios by the words that choose them. */
export const SCENARIOS: Scenario[] = [
  {
    match: 'kitchen',
    steps: [
      {
        reasoning: 'A room of 4 by 3 m.',
        text: 'I draw the kitchen.',
        calls: [{ tool: 'create_room', arguments: ROOM }],
        usage: { input: 2_000, output: 300 },
      },
      {
        calls: [{ tool: 'add_door', arguments: { wallId: '$0.wallIds.2', offset: 1 } }],
        usage: { input: 2_300, output: 50 },
      },
      { text: 'The kitchen has 12 m2.', usage: { input: 2_500, output: 40 } },
    ],
  },
  {
    match: 'slowly',
    steps: [
      { calls: [{ tool: 'create_room', arguments: ROOM }] },
      { delay_ms: 60_000, text: 'Never sent.' },
    ],
  },
  {
    match: 'garage',
    steps: [
      {
        calls: [
          {
            tool: 'ask_question',
            arguments: { question: 'On which side?', options: ['North', 'East'] },
          },
        ],
      },
    ],
  },
  {
    match: 'back and forth',
    steps: [
      { calls: [{ tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }] },
      { calls: [{ tool: 'delete_node', arguments: { ids: ['$0.wallIds.0'] } }] },
      { text: 'Nothing is left.' },
    ],
  },
  { match: 'nothing', steps: [{ text: 'Nothing was changed.' }] },
  { match: 'broken', steps: [{ fail: 'unavailable' }] },
  { match: '^north$', steps: [{ text: 'North it is.' }] },
  {
    match: 'many',
    steps: [{ calls: [{ tool: 'list_levels' }], repeat: 3 }, { text: 'Done looking.' }],
  },
]

/** Settings of turns whose model plays these scenarios. */
export function scripted(
  scenarios: Scenario[] = SCENARIOS,
  more: Partial<TurnSettings> = {},
): TurnSettings & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'plat-script-'))
  const file = join(folder, 'script.json')
  writeFileSync(file, JSON.stringify({ scenarios }))
  return {
    model: { kind: 'scripted', file, takesImages: true },
    startingCredits: 1_000_000,
    ...more,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
