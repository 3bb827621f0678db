import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../../accounts/accounts.ts'
import { PROJECTS_FOLDER } from '../../http/page-assets.ts'
import type { Reach } from '../../http/reach.ts'
import { AgentService } from '../agents/agent-service.ts'
import type { BlobPlace } from '../blobs/blob-settings.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import { JobRunner } from '../jobs/job-runner.ts'
import { CallSlots } from '../mcp/call-slots.ts'
import { openServer } from '../mcp/open-server.ts'
import { ToolServer } from '../mcp/tool-server.ts'
import { studioMedia } from '../media/media-job.ts'
import { StudioClient } from '../media/studio-client.ts'
import type { StudioSettings } from '../media/studio-settings.ts'
import { PlannerThreads } from '../planner/threads/planner-threads.ts'
import { DraftEditor } from '../projects/draft-editor.ts'
import { DraftQueue } from '../projects/draft-queue.ts'
import { SceneFiles } from '../projects/scene-files.ts'
import { VersionKeeper } from '../projects/version-keeper.ts'
import { ViewThreads } from '../render/view-threads.ts'
import type { Store } from '../store/store-port.ts'
import { GeodataClient } from '../survey/geodata-client.ts'
import type { GeodataPlace } from '../survey/geodata-settings.ts'
import { sitePull } from '../survey/pull-site.ts'
import { answeredBy } from '../turns/models/answered-by.ts'
import { openModel } from '../turns/models/open-model.ts'
import { PRICES } from '../turns/prices.ts'
import { TurnNews } from '../turns/turn-news.ts'
import { TurnService } from '../turns/turn-service.ts'
import { TurnWorker } from '../turns/turn-worker.ts'
import { type ArchitectAppOptions, createArchitectApp } from './app.ts'
import { Bakery } from './bakery.ts'
import type { ArchitectParts } from './route.ts'
import { claimBlobs, startSweeps } from './sweeper.ts'
import type { TurnSettings } from './turn-settings.ts'

export interface OpenArchitectOptions {
  accounts: Accounts
  store: Store
  blobs: BlobPlace
  /** Where absent, no model is configured and turns are refused. */
  turns?: TurnSettings
  /** Where absent, no site data can be pulled until `useGeodata` names the service. */
  geodata?: GeodataPlace | null
  /** The provider of pictures by prompts; absent or null for none. */
  studio?: StudioSettings | null
  reach: Reach
  /** True where only threads of this process send requests, on behalf of clients. */
  isForwarded?: boolean
  /** True where no other part of the service serves the reference. */
  hasReference?: boolean
  logger?: ArchitectAppOptions['logger']
  onFailure(error: unknown): void
  now?: () => number
}

export interface OpenArchitect {
  app: FastifyInstance
  parts: ArchitectParts
  /** From now on site data are pulled from this service. */
  useGeodata(place: GeodataPlace): void
  close(): Promise<void>
}

const NO_TURNS: TurnSettings = { model: null, startingCredits: 0 }

/** Opens the service of projects with its storage, threads and queue. Throws `StorageFailure`. */
export async function openArchitect(options: OpenArchitectOptions): Promise<OpenArchitect> {
  const {
    accounts,
    store,
    reach,
    isForwarded,
    hasReference,
    logger,
    onFailure,
    geodata: geodataPlace = null,
    studio = null,
    now = Date.now,
  } = options
  // What is open closes in reverse order: at the end, or where the next part cannot be opened.
  await using opening = new AsyncDisposableStack()
  const { id, hasClaimed } = await store.blobOwner()
  const blobs = await openBlobs(options.blobs, hasClaimed ? id : null)
  opening.defer(() => blobs.close())
  const scenes = new SceneFiles(blobs)
  const draftQueue = new DraftQueue(store)
  const views = new ViewThreads()
  opening.defer(() => views.close())
  const bakery = new Bakery({ store, scenes, blobs, onFailure })
  opening.defer(() => bakery.close())
  const planners = new PlannerThreads()
  opening.defer(() => planners.close())
  const editor = new DraftEditor(store, scenes, draftQueue, planners)
  const versions = new VersionKeeper(store, scenes, draftQueue)
  const { model: modelSettings, ...turnOptions } = options.turns ?? NO_TURNS
  const geodata = new GeodataClient(geodataPlace)
  const { pull_site_data: price, generate_studio_media: prices } = PRICES.services
  const { startingCredits } = turnOptions
  const linkKey = await store.signingKey()
  const provider = studio && { client: new StudioClient(studio), models: studio.models }
  const jobs = new JobRunner({ store, startingCredits, onFailure }, [
    sitePull({ store, scenes, editor, geodata, price, now }),
    studioMedia({ store, scenes, blobs, views, prices, studio: provider, linkKey, now }),
  ])
  opening.defer(() => jobs.close())
  const model = await openModel(modelSettings, planners)
  const news = new TurnNews()
  const turnParts = {
    store,
    scenes,
    blobs,
    editor,
    views,
    versions,
    model,
    news,
    jobs,
    onFailure,
  }
  const worker = new TurnWorker(turnParts)
  opening.defer(() => worker.close())
  const toolParts = { store, scenes, blobs, editor, versions, views, jobs, hasRoutes: true }
  const slots = new CallSlots()
  const tools = new ToolServer(store.sessions, (client, set) =>
    openServer({ parts: toolParts, client, tools: set, slots, onFailure }),
  )
  opening.defer(() => tools.close())
  const parts: ArchitectParts = {
    accounts,
    store,
    blobs,
    scenes,
    editor,
    versions,
    views,
    bakery,
    jobs,
    turns: new TurnService(turnParts, worker, turnOptions),
    tools,
    agents: new AgentService(store, scenes),
    answeredBy: answeredBy(modelSettings),
    startingCredits,
    linkKey,
    now,
  }
  const pageFolder = PROJECTS_FOLDER
  // A logger has the failures already, each with its request.
  const failures = logger ? {} : { onFailure }
  const how = { reach, isForwarded, hasReference, pageFolder, logger, ...failures }
  const app = await createArchitectApp({ parts, ...how })
  opening.defer(() => app.close())
  // Before the first scene is stored: from then on a storage without its mark is another one.
  await claimBlobs(parts).catch(onFailure)
  opening.defer(startSweeps(parts, onFailure))
  const opened = opening.move()
  return {
    app,
    parts,
    useGeodata: (place) => geodata.use(place),
    close: () => opened.disposeAsync(),
  }
}
