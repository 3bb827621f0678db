import { existsSync } from 'node:fs'
import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { type ProjectLink, sharedState, writeLink } from '../client/project-link.ts'
import { PULL_STEP, recordPull } from '../client/pull-history.ts'
import type { Scene } from '../scene/scene.ts'
import { readScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { linkAt, openClient } from './linked-project.ts'
import { replaceScene } from './scene-on-disk.ts'

export const pullCommand: Command = {
  name: PULL_STEP,
  summary: 'Get the scene of a project as a file',
  usage: 'pull <file> | pull <project id> --out <file> [options]',
  options: {
    out: { type: 'string', short: 'o', value: 'path', help: 'the scene file to write' },
    version: {
      type: 'string',
      value: 'version',
      help: 'draft, latest, published or a number; default: the draft, where you may see it',
    },
    force: {
      type: 'boolean',
      help: 'replace the file also where it has changes; undo restores them',
    },
    json: { type: 'boolean', help: 'project, version and file as JSON' },
  },
  examples: [
    'plat-architect pull house.json',
    'plat-architect pull prj_5UQFQEKGXExyCeeaUrRv -o house.json --version published',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1)
      throw new UsageError(
        'Give the path of a linked scene file, or the id of a project and --out.',
      )
    const [first] = positionals
    const file = values.out === undefined ? first : `${values.out}`
    const client = await openClient('pull')
    const link = await linkAt('pull', file, client)
    const id = values.out === undefined ? link?.projectId : first
    if (id === undefined) throw notLinked(file)
    const own = link?.projectId === id ? link : null
    const wanted = values.version === undefined ? undefined : `${values.version}`
    const { text, draftVersion, version } = await client.scene(id, wanted)
    const read = readScene(text)
    if (!('scene' in read))
      throw new StepError(
        'pull',
        id,
        `the service sent a scene that this version cannot read: ${read.faults[0].message}`,
        'Update this program.',
      )
    const { scene } = read
    const isClean = (now: Scene) => values.force === true || hasNoChanges(own, now, scene)
    const refusal = new StepError(
      'pull',
      file,
      own ? 'has changes that were not pushed' : 'exists and is not linked to this project',
      own
        ? 'Push them, or replace the file with --force; plat-architect undo brings them back.'
        : 'Give another path, or replace the file with --force.',
    )
    if (existsSync(file) && own === null && values.force !== true) throw refusal
    const { note, isEdit } = await replaceScene(file, PULL_STEP, scene, (now) => {
      if (!isClean(now)) throw refusal
    })
    if (note) out.progress.note(note)
    const shared = draftVersion === null ? (own?.shared ?? null) : sharedState(scene, draftVersion)
    const pulledHash = draftVersion === null ? sceneHash(scene) : null
    const { undo = [], redo = [] } = own ?? {}
    const states = isEdit ? recordPull(own, shared) : { shared, undo, redo }
    await writeLink(file, { url: client.url, projectId: id, pulledHash, ...states })
    const what =
      draftVersion === null ? `version ${version}` : `the draft at version ${draftVersion}`
    if (values.json)
      out.print(JSON.stringify({ ok: true, projectId: id, file, draftVersion, version }))
    else out.print(`${file}: ${what} of ${id}.`)
    return 0
  },
}

/** A file without a link, or the id of a project without a file. */
function notLinked(first: string): StepError {
  const [problem, remedy] = /^prj_\w+$/.test(first)
    ? [
        'is the id of a project, and the file to write is missing',
        `Name the file: plat-architect pull ${first} -o <file>.json.`,
      ]
    : [
        'is not linked to a project',
        `Give the project: plat-architect pull <project id> -o ${first}.`,
      ]
  return new StepError('pull', first, problem, remedy)
}

function hasNoChanges(link: ProjectLink | null, now: Scene, pulled: Scene): boolean {
  const hash = sceneHash(now)
  return [link?.shared?.sceneHash, link?.pulledHash, sceneHash(pulled)].includes(hash)
}
