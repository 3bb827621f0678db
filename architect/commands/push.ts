import { basename, extname } from 'node:path'
import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { pushId, sharedState, writeLink } from '../client/project-link.ts'
import { formatRemoteChanges } from '../client/remote-changes.ts'
import type { ServiceClient } from '../client/service-client.ts'
import { ServiceRefusal } from '../client/service-refusal.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { linkAt, openClient } from './linked-project.ts'
import { openScene } from './scene-on-disk.ts'

const text = (value: unknown) => (value === undefined ? undefined : `${value}`)

export const pushCommand: Command = {
  name: 'push',
  summary: 'Send a scene file to its project, or to a new one',
  usage: 'push <file> [options]',
  options: {
    project: { type: 'string', value: 'id', help: 'link the file to this project first' },
    name: {
      type: 'string',
      value: 'name',
      help: 'name of a new project; default: that of the site',
    },
    organization: { type: 'string', value: 'id', help: 'owner of a new project; default: you' },
    force: { type: 'boolean', help: 'replace the draft also where it was changed elsewhere' },
    save: { type: 'string', value: 'label', help: 'save the draft as a version with this label' },
    json: { type: 'boolean', help: 'project, version of the draft and address as JSON' },
  },
  examples: [
    'plat-architect push house.json',
    'plat-architect push house.json --save "As agreed on Monday"',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    const client = await openClient('push')
    const scene = await openScene(file, 'push')
    const pushed = await pushScene(client, file, scene, {
      project: text(values.project),
      name: text(values.name),
      organizationId: text(values.organization),
      isForced: values.force === true,
    })
    const { id, draftVersion, did } = pushed
    const saved =
      values.save === undefined
        ? null
        : await client.save(id, { label: `${values.save}`, expectedVersion: draftVersion })
    const editorUrl = `${client.url}/projects/${id}`
    const version = saved && { version: saved.version, didSave: saved.didSave }
    if (values.json)
      out.print(
        JSON.stringify({ ok: true, projectId: id, draftVersion, did, editorUrl, ...version }),
      )
    else {
      out.print(`${file}: ${DONE[did]}; the draft of ${id} is at version ${draftVersion}.`)
      if (saved)
        out.print(`Version ${saved.version} ${saved.didSave ? 'is saved' : 'has it already'}.`)
      out.print(editorUrl)
    }
    return 0
  },
}

const DONE = { created: 'created a project', pushed: 'pushed', nothing: 'nothing to push' }

interface PushOptions {
  project?: string
  name?: string
  organizationId?: string
  isForced: boolean
}

interface Pushed {
  id: string
  draftVersion: number
  did: keyof typeof DONE
}

async function pushScene(
  client: ServiceClient,
  file: string,
  scene: Scene,
  { project, name, organizationId, isForced }: PushOptions,
): Promise<Pushed> {
  const { url } = client
  const link = await linkAt('push', file, client)
  if (link && project !== undefined && project !== link.projectId)
    throw new StepError(
      'push',
      file,
      `is linked to ${link.projectId}, not to ${project}`,
      'Copy the scene to another path, and push the copy.',
    )
  const id = link?.projectId ?? project
  if (id === undefined) {
    const site = nodesOf(scene, 'site')[0]?.label
    const fields = { name: name ?? site ?? basename(file, extname(file)), organizationId, scene }
    const made = await client.create(fields)
    const draftVersion = made.draftVersion ?? 0
    const shared = sharedState(scene, draftVersion)
    await writeLink(file, { url, projectId: made.id, shared, pulledHash: null })
    return { id: made.id, draftVersion, did: 'created' }
  }
  const shared = link?.shared ?? null
  if (shared?.sceneHash === sceneHash(scene) && !isForced)
    return { id, draftVersion: shared.draftVersion, did: 'nothing' }
  const linkTo = async (draftVersion: number) => {
    const now = sharedState(scene, draftVersion)
    await writeLink(file, { url, projectId: id, shared: now, pulledHash: null })
  }
  const { draftVersion: base, sceneHash: hash } = await client.project(id)
  if (base === null) throw notEditable(id, file)
  // The answer to an earlier push may have been lost.
  if (hash === sceneHash(scene)) {
    await linkTo(base)
    return { id, draftVersion: base, did: 'nothing' }
  }
  const isKnown = shared !== null && (shared.draftVersion === base || shared.sceneHash === hash)
  const conflict = async () => {
    const remote = readScene((await client.scene(id, 'draft')).text)
    const changes = 'scene' in remote ? formatRemoteChanges(shared, scene, remote.scene) : 'all'
    return new StepError(
      'push',
      file,
      `the project ${id} was changed elsewhere and is not overwritten; ${changes}`,
      `Get its draft with plat-architect pull ${id} -o <another path>, or replace it with push --force; undo in the project brings it back.`,
    )
  }
  if (!isKnown && !isForced) throw await conflict()
  const options = { expectedVersion: base, operationId: pushId(scene, base) }
  const draftVersion = await client.replace(id, writeScene(scene), options).catch(async (error) => {
    const isLost = error instanceof ServiceRefusal && error.code === 'version_conflict'
    throw isLost ? await conflict() : error
  })
  await linkTo(draftVersion)
  return { id, draftVersion, did: 'pushed' }
}

function notEditable(id: string, file: string): StepError {
  const remedy = 'Push a copy of the file as a project of your own.'
  return new StepError('push', file, `you may see ${id}, but not its draft`, remedy)
}
