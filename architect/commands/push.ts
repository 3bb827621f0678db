import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { ServiceClient } from '../client/service-client.ts'
import { openClient } from './linked-project.ts'
import { type Pushed, pushScene } from './push-scene.ts'
import { openScene } from './scene-on-disk.ts'
import { versionLabel } from './version-label.ts'

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
    const label = versionLabel('--save', values.save)
    const client = await openClient('push')
    const scene = await openScene(file, 'push')
    const pushed = await pushScene(client, file, scene, {
      project: text(values.project),
      name: text(values.name),
      organizationId: text(values.organization),
      isForced: values.force === true,
    })
    const { id, draftVersion, did, isDraftChanged } = pushed
    // The label is for the scene of the file, and the draft is another one.
    if (isDraftChanged && label !== null)
      throw new StepError(
        'push',
        file,
        `the draft of ${id} was changed elsewhere, to version ${draftVersion}; no version was saved`,
        `Get it with plat-architect pull ${file}, then run the command again.`,
      )
    const saved = label === null ? null : await saveVersion(client, file, pushed, label)
    const editorUrl = `${client.url}/projects/${id}`
    const result = { draftVersion, did, ...(isDraftChanged && { isDraftChanged }) }
    const version = saved && { version: saved.version, didSave: saved.didSave }
    if (values.json)
      out.print(JSON.stringify({ ok: true, projectId: id, ...result, editorUrl, ...version }))
    else {
      out.print(`${file}: ${formatPushed(file, pushed)}`)
      if (saved)
        out.print(`Version ${saved.version} ${saved.didSave ? 'is saved' : 'has it already'}.`)
      out.print(editorUrl)
    }
    return 0
  },
}

async function saveVersion(
  client: ServiceClient,
  file: string,
  { id, draftVersion, did }: Pushed,
  label: string,
) {
  try {
    return await client.save(id, { label, expectedVersion: draftVersion })
  } catch (cause) {
    if (did === 'nothing' || !(cause instanceof StepError)) throw cause
    const problem = `was pushed, and the draft of ${id} is at version ${draftVersion}; saving it as a version failed`
    throw new StepError('push', file, problem, cause.remedy, { cause })
  }
}

const DONE = { created: 'created a project', pushed: 'pushed', nothing: 'nothing to push' }

function formatPushed(file: string, { id, draftVersion, did, isDraftChanged }: Pushed): string {
  const draft = isDraftChanged
    ? `the draft of ${id} was changed elsewhere and`
    : `the draft of ${id}`
  const next = isDraftChanged ? `: get it with plat-architect pull ${file}.` : '.'
  return `${DONE[did]}; ${draft} is at version ${draftVersion}${next}`
}
