import type { Step, StepContent, Turn } from '../../architect/turns/turn.ts'
import type { Links } from '../../architect/turns/wire/response-object.ts'
import { weighted, wholeBetween } from '../../random/choices.ts'
import type { Random } from '../../random/seeded-random.ts'

export const LINKS: Links = { editorUrl: (id) => `https://plat.example/projects/${id}` }

const STEPS_MAX = 12
const TEXTS = [
  '',
  ' ',
  'A wall.',
  'Zwei Wände, 🏠.',
  '# Title\n\n- one\n- two',
  'long '.repeat(120),
]

const textOf = (random: Random) => TEXTS[wholeBetween(random, 0, TEXTS.length - 1)]

/** Steps of a turn in an order that the engine may record. */
export function randomSteps(random: Random): Step[] {
  const length = wholeBetween(random, 0, STEPS_MAX)
  return Array.from({ length }, (_, i) => ({
    ...contentOf(random, i + 1),
    number: i + 1,
    credits: wholeBetween(random, 0, 900),
    at: new Date(1_790_000_000_000 + i),
  }))
}

function contentOf(random: Random, number: number): StepContent {
  const kind = weighted(random, [
    ['answer', 3],
    ['call', 4],
    ['check', 1],
  ] as const)
  switch (kind) {
    case 'answer': {
      const calls = weighted(random, [
        [[], 1],
        [[{ id: `call_${number}`, tool: 'create_wall', arguments: '{}' }], 2],
      ])
      const usage = { input: 1, cached: 0, output: 1, reasoning: 0 }
      const [text, reasoning] = [textOf(random), textOf(random)]
      return {
        kind,
        model: 'scripted',
        answer: { text, reasoning, calls, usage, isCut: false },
      }
    }
    case 'call': {
      const error = random() < 0.3 ? { code: 'overlaps_room', message: 'It overlaps.' } : undefined
      return {
        kind,
        callId: `call_${number}`,
        tool: 'create_wall',
        arguments: weighted(random, [
          ['{"start":[0,0],"end":[4,0]}', 3],
          ['', 1],
          ['{"cut', 1],
        ]),
        output: '{"ok":true}',
        ...(error && { error }),
        isEdit: !error,
        line: textOf(random),
        images: [],
      }
    }
    case 'check': {
      const findings = random() < 0.5 ? '[{"code":"wall.short"}]' : null
      return { kind, findings, line: 'check of the building' }
    }
    default:
      return kind satisfies never
  }
}

/** A turn with these steps in one of the states in which it may end. */
export function endedTurn(random: Random, steps: readonly Step[]): Turn {
  const state = weighted(random, [
    ['completed', 3],
    ['incomplete', 1],
    ['failed', 1],
    ['cancelled', 1],
  ] as const)
  const at = new Date(1_790_000_000_000)
  const reply = textOf(random).trim()
  return {
    id: 'resp_0123456789abcdefABCDEFGH',
    place: 1,
    projectId: 'prj_5UQFQEKGXExyCeeaUrRv',
    accountId: 'person-1',
    credentialId: 'key-1',
    caller: {
      kind: 'key',
      credential_id: 'key-1',
      account: { id: 'person-1', kind: 'person' },
      workspace: { kind: 'personal', id: 'person-1' },
      scopes: ['projects:edit'],
      plan: 'free',
    },
    model: 'architect',
    effort: 'medium',
    isBackground: false,
    input: { text: 'Draw a house.', parts: [] },
    request: {
      instructions: null,
      context: null,
      metadata: { team: 'north' },
      commitMessage: null,
      previousTurnId: null,
      echoed: { temperature: 0.5 },
    },
    bodyHash: '0'.repeat(64),
    creditsMax: null,
    state,
    isSent: true,
    attempt: 1,
    attemptSteps: 0,
    attemptsLost: 0,
    stop: null,
    followEndsAt: null,
    startHash: null,
    startBlob: null,
    steps: steps.length,
    edits: 0,
    reply: state === 'failed' ? '' : reply || (state === 'completed' ? 'Done.' : ''),
    reason: state === 'incomplete' ? 'max_credits' : null,
    error: state === 'failed' ? { code: 'model_failed', message: 'The model failed.' } : null,
    question: null,
    version: random() < 0.5 ? 3 : null,
    versionLabel: 'Add a wall',
    credits: 1_250,
    inputTokens: 900,
    cachedTokens: 100,
    outputTokens: 80,
    reasoningTokens: 20,
    createdAt: at,
    startedAt: at,
    endedAt: at,
  }
}

/** The steps in consecutive parts, some of them empty, as a reader finds them. */
export function splitSteps(random: Random, steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [[]]
  for (const step of steps) {
    while (random() < 0.5) parts.push([])
    parts.at(-1)!.push(step)
  }
  if (random() < 0.5) parts.push([])
  return parts
}
