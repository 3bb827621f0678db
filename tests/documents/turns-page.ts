import { PRICES, priceOfTool } from '../../architect/turns/prices.ts'
import { PLAN_NEEDED } from '../../architect/turns/turn-models.ts'
import { CHAT_PARAMETERS } from '../../architect/turns/wire/chat-parameters.ts'
import { type Parameter, RESPONSES_PARAMETERS } from '../../architect/turns/wire/parameters.ts'
import type { Tree } from '../architecture/tree.ts'
import { formatTable } from './markdown-table.ts'
import { fillMarked } from './marked-tables.ts'

const PAGE = 'docs/turns.md'
const EXAMPLES = 'examples/turns/'
/** The link to an example, and its text below. */
const SHOWN = /^(\[([\w.-]+)\]\(\.\.\/examples\/turns\/[\w.-]+\)\n\n```\w+\n)[\s\S]*?^(```)$/gm

/** The tables of parameters by the names of their formats. */
const FORMATS: Record<string, Record<string, Parameter>> = {
  Responses: RESPONSES_PARAMETERS,
  'Chat Completions': CHAT_PARAMETERS,
}

/**
 * The page of turns, with the examples as their files have them and tables of parameters and prices
 * as the code has them. Throws where it does not show an example, or shows one that is not there.
 */
export function formatTurnsPage(tree: Tree): string {
  const shown = new Set<string>()
  const tables: Record<string, () => string> = {
    parameters: formatParameters,
    prices: formatPrices,
  }
  const examples = (tree.get(PAGE) ?? '').replace(
    SHOWN,
    (_, before: string, name: string, end: string) => {
      const example = tree.get(EXAMPLES + name)
      if (example === undefined) throw new Error(`${PAGE} shows ${name}, which is not there`)
      shown.add(name)
      return before + example + end
    },
  )
  const text = fillMarked(examples, tables)
  for (const path of tree.keys()) {
    const name = path.startsWith(EXAMPLES) && path.slice(EXAMPLES.length)
    if (name && !shown.has(name)) throw new Error(`${PAGE} does not show ${name}`)
  }
  return text
}

function formatParameters(): string {
  return Object.entries(FORMATS)
    .map(([name, parameters]) => {
      const rows = Object.entries(parameters).map(([field, { use, note }]) => [
        `\`${field}\``,
        use,
        note,
      ])
      return `### ${name}\n\n${formatTable(['field', 'use', 'note'], rows)}`
    })
    .join('\n')
}

function formatPrices(): string {
  const rows = Object.entries(PRICES.tokens).map(([effort, { input, cached, output }]) => [
    effort,
    ...[input, cached, output].map((credits) => credits.toLocaleString('en')),
    PLAN_NEEDED[effort as keyof typeof PLAN_NEEDED],
  ])
  const head = ['effort', 'input', 'cached input', 'output', 'plan'] as const
  const tools = Object.keys(PRICES.tools).map(
    (tool) => `A call of \`${tool}\` costs ${priceOfTool(tool) / 1_000} credits.`,
  )
  return `${formatTable(head, rows)}\n${tools.join('\n')}\n`
}
