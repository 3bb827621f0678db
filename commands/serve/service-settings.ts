import { type AccountsSettings, accountsSettings } from '../../accounts/settings.ts'
import { type BlobPlace, blobSettings } from '../../architect/blobs/blob-settings.ts'
import { type StudioSettings, studioSettings } from '../../architect/media/studio-settings.ts'
import { type TurnSettings, turnSettings } from '../../architect/service/turn-settings.ts'
import { type GeodataSetting, geodataSettings } from '../../architect/survey/geodata-settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { drainFrom } from '../../http/draining.ts'
import { listenAddress } from '../../http/listen-address.ts'
import { reachFrom } from '../../http/reach.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { blockCacheFrom, packMemoryFrom } from '../../serve/build/memory-settings.ts'
import { backgroundsFrom } from '../../serve/map/background-settings.ts'
import { queueSettings } from '../../serve/queue/queue-settings.ts'
import type { ServerOptions } from '../../serve/server.ts'
import { threadsFrom } from '../../serve/threads/thread-count.ts'
import { hasDemoFrom } from '../../serve/visits/demo-setting.ts'
import { storagePlace } from '../../storage/storage-place.ts'
import { upstreamSettings } from '../../upstream/settings.ts'

/** Settings that the service is started with, all of them valid. */
export interface ServiceSettings {
  accounts: AccountsSettings
  /** Where scenes and files of projects are stored. */
  blobs: BlobPlace
  turns: TurnSettings
  /** Where site data of projects come from. */
  geodata: GeodataSetting
  /** The provider of pictures by prompts; null for none. */
  studio: StudioSettings | null
  drain_ms: number
  server: Omit<ServerOptions, 'accounts' | 'sibling' | 'progress' | 'log'>
}

/**
 * Reads every option and environment variable of the service. Opens nothing, so that a wrong one
 * fails at once. Throws `StepError` with the name of the setting.
 */
export function serviceSettings(
  values: Record<string, unknown>,
  environment: NodeJS.ProcessEnv,
): ServiceSettings {
  const host = (values.host as string | undefined) ?? environment.HOST
  const port = (values.port as string | undefined) ?? environment.PORT
  // The server resolves it again when it listens.
  listenAddress(host, port)
  const drain_ms = drainFrom(environment)
  return {
    accounts: accountsSettings(environment, platHome()),
    blobs: blobSettings(environment, platHome()),
    turns: turnSettings(environment),
    geodata: geodataSettings(environment),
    studio: studioSettings(environment),
    drain_ms,
    server: {
      home: platHome(),
      host,
      port,
      reach: reachFrom(environment),
      packMemoryBytes: packMemoryFrom(environment),
      store: storeFrom(values.builds as string | undefined, environment),
      upstreams: upstreamSettings(environment, UPSTREAMS),
      threads: threadsFrom(values.threads as string | undefined),
      drain_ms,
      queue: queueSettings(environment) ?? undefined,
      hasDemo: hasDemoFrom(environment),
      backgrounds: backgroundsFrom(environment),
    },
  }
}

/**
 * The store of `--builds` or `PLAT_BUILDS`, with the limit of its cache; undefined for the home.
 * Throws `StepError` for a place or a limit that is wrong.
 */
export function storeFrom(
  option: string | undefined,
  environment: NodeJS.ProcessEnv,
): ServerOptions['store'] {
  const blockCacheBytes = blockCacheFrom(environment)
  const text = option ?? environment.PLAT_BUILDS
  if (!text) return undefined
  const setting = option === undefined ? 'PLAT_BUILDS' : '--builds'
  return { place: storagePlace(text, setting, environment), blockCacheBytes }
}
