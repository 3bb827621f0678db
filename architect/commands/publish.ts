import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, UsageError } from '../../terminal/command.ts'
import type { Progress } from '../../terminal/progress.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { downloadFile } from '../client/download.ts'
import type { ServiceClient } from '../client/service-client.ts'
import { ServiceRefusal } from '../client/service-refusal.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { linkAt, openClient } from './linked-project.ts'
import { outputPath } from './output-path.ts'
import { openScene } from './scene-on-disk.ts'
import { versionLabel } from './version-label.ts'

/** Longest wait for the 3D file of a version. */
const BAKE_WAIT_S = 600
/** Longest pause between two looks. */
const LOOK_WAIT_MAX_S = 10

export const publishCommand: Command = {
  name: 'publish',
  summary: 'Publish the draft of the project of a scene file',
  usage: 'publish <file> [options]',
  options: {
    label: { type: 'string', value: 'text', help: 'label of the version that is saved' },
    wait: { type: 'boolean', help: 'wait until its 3D file is there' },
    download: { type: 'string', value: 'path', help: 'wait, then save the GLB file here' },
    json: { type: 'boolean', help: 'the published version as JSON' },
  },
  examples: [
    'plat-architect publish house.json --label "For the town"',
    'plat-architect publish house.json --download house.glb',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    const target =
      values.download === undefined ? null : outputPath('--download', `${values.download}`, file)
    const label = versionLabel('--label', values.label)
    const client = await openClient('publish')
    const link = await linkAt('publish', file, client)
    if (link === null)
      throw new StepError(
        'publish',
        file,
        'is not linked to a project',
        `Push it first: plat-architect push ${file}.`,
      )
    const scene = await openScene(file, 'publish')
    const { projectId: id } = link
    const project = await client.project(id)
    if (project.sceneHash !== sceneHash(scene))
      out.progress.note(
        `${file} differs from the draft of ${id}, which is published as it is there.`,
      )
    const published = await client.publish(id, {
      ...(label !== null && { label }),
      expectedVersion: project.draftVersion ?? 0,
    })
    const { publishedVersion: version } = published
    const isAwaited = values.wait === true || target !== null
    const bytes = isAwaited
      ? await fetchFile(client, { id, version, target }, out.progress).catch((cause) => {
          throw afterPublishing(id, version, cause)
        })
      : null
    if (values.json)
      out.print(
        JSON.stringify({
          ok: true,
          projectId: id,
          ...published,
          ...(bytes !== null && { file: target, bytes }),
        }),
      )
    else {
      const did = published.didPublishVersion ? 'is published' : 'was published already'
      out.print(`${file}: version ${version} of ${id} ${did}.`)
      if (bytes !== null) out.print(`${target}: GLB, ${formatBytes(bytes)}.`)
    }
    return 0
  },
}

/** Waits for the GLB file of the version, and saves it at the target, if any; returns its bytes. */
async function fetchFile(
  client: ServiceClient,
  { id, version, target }: { id: string; version: number; target: string | null },
  progress: Progress,
): Promise<number | null> {
  const location = await ready(client, id, version, progress)
  return target === null ? null : await downloadFile('publish', location, target)
}

/** The failure to get the file of a version, which is published all the same. */
function afterPublishing(id: string, version: number, cause: unknown): unknown {
  if (!(cause instanceof StepError)) return cause
  // The project is there: a service hides its files from a key without the scope.
  const isHidden = cause instanceof ServiceRefusal && cause.code === 'project_not_found'
  const remedy = isHidden
    ? 'The key may lack the scope projects:download: make one with it, log in with it (plat-architect login), and run the command again.'
    : cause.remedy
  const problem = `version ${version} is published, but its 3D file was not fetched`
  return new StepError('publish', id, problem, remedy, { cause })
}

/** The signed address of the GLB file of the version, once it is there. */
async function ready(
  client: ServiceClient,
  id: string,
  version: number,
  progress: Progress,
): Promise<string> {
  const step = progress.step('bake the 3D file')
  const deadline = performance.now() + BAKE_WAIT_S * 1_000
  while (performance.now() < deadline) {
    const found = await client.publishedFile(id)
    if ('location' in found) {
      step.done(`version ${found.version}`)
      if (found.version !== `${version}`)
        progress.note(`Version ${found.version} was published meanwhile: its file is the one.`)
      return found.location
    }
    await sleep(Math.min(found.retryAfter_s, LOOK_WAIT_MAX_S) * 1_000)
  }
  const remedy = 'Run the command again later: the version is published.'
  throw new StepError('publish', id, `its 3D file was not there after ${BAKE_WAIT_S} s`, remedy)
}
