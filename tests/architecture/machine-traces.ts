import type { Tree, Violation } from './tree.ts'

/** Text that belongs to one machine or one network, and would break or leak on another. */
const TRACES: [RegExp, string][] = [
  [/(?<![\w.~$}-])\/(?:work|tmp|home|root|Users)\/[\w.-]*/g, 'a path of one machine'],
  [
    /\b(?:registry|npm|artifactory|nexus|verdaccio)\.[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|internal|local)\b/g,
    'a registry host',
  ],
  [/(?<=^\s*|\n\s*)(?:@[\w-]+:)?registry\s*=.*/g, 'a registry host'],
  [/"resolved": "https?:[^"]*"/g, 'a registry host'],
]

/** Paths of one machine and registry hosts, in any committed text. */
export function findMachineTraces(tree: Tree): Violation[] {
  return [...tree].flatMap(([path, text]) =>
    TRACES.flatMap(([trace, what]) => {
      const found = [...new Set([...text.matchAll(trace)].map((match) => match[0].trim()))]
      return found.slice(0, 3).map((each) => ({ path, problem: `names ${what}: ${each}` }))
    }),
  )
}
