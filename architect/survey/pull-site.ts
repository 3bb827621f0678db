import { z } from 'zod'
import type { JobRunner } from '../jobs/job-runner.ts'
import { answerOfJob, paidFields, thousandths } from '../jobs/job-tools.ts'
import type { PaidTool, PaidWork } from '../jobs/paid-tool.ts'
import type { ServiceTool } from '../jobs/service-tool.ts'
import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import type { DraftEditor, EditAnswer } from '../projects/draft-editor.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { SURVEY_LAYERS, type Survey } from '../scene/survey.ts'
import type { Store } from '../store/store-port.ts'
import type { GeodataClient, LocationQuery } from './geodata-client.ts'
import { pullSurvey } from './pull-survey.ts'
import { standingOn, withSurvey } from './site-edit.ts'

export const PULL_TOOL = 'pull_site_data'

/** Deadline of one attempt: with a terrain that is computed at the first look. */
const DEADLINE_MS = 120_000
const ADDRESS_CHARACTERS_MIN = 3
const ADDRESS_CHARACTERS_MAX = 500

const place = {
  address: z
    .string()
    .min(ADDRESS_CHARACTERS_MIN)
    .max(ADDRESS_CHARACTERS_MAX)
    .optional()
    .describe('Mailing address, or coordinates; absent: the place pulled before'),
  latitude: z.number().min(-90).max(90).optional().describe('Degrees north'),
  longitude: z.number().min(-180).max(180).optional().describe('Degrees east'),
  layers: z
    .array(z.enum(SURVEY_LAYERS))
    .min(1)
    .max(SURVEY_LAYERS.length)
    .optional()
    .describe('Absent: all; the parcel always'),
}

/** Arguments of `pull_site_data`. */
export const pullInput = z.strictObject({ ...place, ...paidFields })

const JobInput = z.object(place)

export const pullSiteData: ServiceTool<typeof pullInput> = {
  name: PULL_TOOL,
  description:
    'Stores on the site what is known of the land, with sources: parcel as the plot, setbacks, height limit, flood zones, ground, neighbours, climate and sun. Paid; free where it fails, and then nothing is changed. verify_scene checks the building against it.',
  example: {
    address: '2771 Upper Tamarind St, Sampleton',
    operationId: 'site-1',
    maxCredits: 5,
  },
  input: pullInput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async run(runner: JobRunner, { caller, projectId }, { operationId, maxCredits, ...input }) {
    requirePlace(input)
    const creditsMax = thousandths(maxCredits)
    const job = { projectId, tool: PULL_TOOL, operationId, creditsMax, input }
    return answerOfJob(await runner.request(caller, job))
  },
}

function requirePlace({ address, latitude, longitude }: z.infer<typeof JobInput>): void {
  if ((latitude === undefined) !== (longitude === undefined))
    throw invalidInput(
      latitude === undefined ? 'latitude' : 'longitude',
      'latitude and longitude are given together.',
    )
  if (address !== undefined && latitude !== undefined)
    throw invalidInput('address', 'The place is given twice: by address or by coordinates.')
}

/** What the job works with. */
export interface PullParts {
  store: Pick<Store, 'readDraft'>
  scenes: SceneFiles
  editor: DraftEditor
  geodata: GeodataClient
  /** Thousandths of credits. */
  price: number
  now(): number
  /** For tests. */
  terrainWait_ms?: number
}

/** `pull_site_data` as a paid job. */
export function sitePull(parts: PullParts): PaidTool {
  return {
    name: PULL_TOOL,
    price: parts.price,
    deadline_ms: DEADLINE_MS,
    offer: { layers: [...SURVEY_LAYERS] },
    work: (job) => pull(parts, job),
  }
}

async function pull(parts: PullParts, job: PaidWork): Promise<Record<string, unknown>> {
  const { store, scenes, editor, geodata, now, terrainWait_ms } = parts
  const { caller, projectId, operationId, call, signal } = job
  const named = { tool: PULL_TOOL, call }
  const draft = async () => await scenes.get((await store.readDraft(caller, projectId)).sceneBlob)
  // An attempt that was lost may have made the edit.
  const first = await editor.answered(caller, projectId, named, operationId)
  if (first) return answerOf(first, await draft())
  const { layers: requested = SURVEY_LAYERS, ...place } = JobInput.parse(job.input)
  const layers = SURVEY_LAYERS.filter((name) => name === 'parcel' || requested.includes(name))
  const former = surveyOf(await draft())
  const survey = await pullSurvey(geodata, {
    query: queryOf(place, former),
    layers,
    former,
    now: new Date(now()).toISOString(),
    signal,
    terrainWait_ms,
  })
  requireAnything(survey)
  signal.throwIfAborted()
  const edited = await editor.edit(caller, projectId, named, { operationId }, (scene) =>
    withSurvey(scene, survey),
  )
  return answerOf(edited, await draft())
}

const surveyOf = (scene: Scene): Survey | null => nodesOf(scene, 'site')[0]?.survey ?? null

function queryOf(
  { address, latitude, longitude }: z.infer<typeof JobInput>,
  former: Survey | null,
): LocationQuery {
  if (address !== undefined) return { address }
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  if (former)
    return {
      latitude: Number(former.point.latitude),
      longitude: Number(former.point.longitude),
    }
  throw new ArchitectError(
    'site_unknown',
    'The project has no place yet: give an address, or latitude and longitude.',
    { param: 'address' },
  )
}

/** Throws where the service knows nothing of a place: then nothing is changed or charged. */
function requireAnything({ layers }: Survey): void {
  // Where the sun stands is known everywhere.
  const outside = layers.filter(({ name }) => name !== 'sun')
  if (outside.length === 0 || outside.some(({ status }) => status !== 'unavailable')) return
  throw new ArchitectError(
    'site_not_covered',
    `Nothing is known of this place, and nothing was changed. ${outside[0].reason}`,
    { fields: { layers } },
  )
}

function answerOf({ draftVersion, changes, issues }: EditAnswer, scene: Scene) {
  const survey = surveyOf(scene)
  return {
    draftVersion,
    changes,
    issues,
    ...(survey && {
      address: survey.address,
      parcelKey: survey.parcelKey,
      origin: survey.origin,
      ...(survey.parcelArea !== undefined && { parcelArea: survey.parcelArea }),
      front: survey.front,
      ...(survey.zoning && { zoning: survey.zoning }),
      ...(survey.flood && { flood: survey.flood.map(({ rings: _, ...zone }) => zone) }),
      ...(survey.ground && { ground: groundSummary(survey.ground) }),
      ...(survey.climate && { climate: survey.climate }),
      ...(survey.sun && { sun: survey.sun }),
      layers: survey.layers,
    }),
    building: standingOn(scene),
  }
}

/** The ground without its grid of heights. */
export function groundSummary({ grid, ...known }: NonNullable<Survey['ground']>) {
  if (!grid) return known
  return { ...known, lowest: Math.min(...grid.heights), highest: Math.max(...grid.heights) }
}
