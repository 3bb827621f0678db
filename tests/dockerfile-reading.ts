/** One stage of a Dockerfile, with its instructions in order. */
export interface Stage {
  name: string
  /** An image, or the name of an earlier stage. */
  from: string
  instructions: { word: string; rest: string }[]
}

/** Reads stages and instructions. Lines that end in a backslash are one; comments are dropped. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    if (word === undefined) {
      if (line.trim() !== '') throw new Error(`not an instruction: ${line}`)
      continue
    }
    if (word === 'FROM') {
      const [from, , name = String(stages.length)] = rest.split(/\s+/)
      stages.push({ name, from, instructions: [] })
    } else stages.at(-1)?.instructions.push({ word, rest })
  }
  return stages
}

/** A stage's own instructions after those of the stages it is built from. */
export function inherited(stages: Stage[], name: string): Stage['instructions'] {
  const stage = stages.find((each) => each.name === name)
  return stage ? [...inherited(stages, stage.from), ...stage.instructions] : []
}

/** A COPY: where from (a stage, or the repository when undefined) and which paths. */
export function readCopy(rest: string): { from?: string; sources: string[] } {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1)
  return from === undefined ? { sources } : { from, sources }
}
