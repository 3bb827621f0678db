import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ANY_CALLER } from '../accounts/any-caller.ts'
import { pinTown, writeTown } from '../coverage/example-town.ts'
import { type AppOptions, createApp } from './app.ts'
import { PinnedBuilds } from './pinned-build.ts'

/** The service over the example town, for tests. */
export interface ExampleApp {
  home: string
  builds: PinnedBuilds
  app: FastifyInstance
  get(url: string): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies of any shape
  body: any
}

/** Writes the town into a fresh home, pins it and opens the service. */
export async function openExampleApp(options: Partial<AppOptions> = {}): Promise<ExampleApp> {
  const home = await mkdtemp(join(tmpdir(), 'plat-serve-'))
  await writeTown(home, 'b1')
  await pinTown(home, 'b1')
  const builds = await PinnedBuilds.open({ home, poll_ms: 20, check_ms: 20 })
  const app = await createApp({ builds, accounts: ANY_CALLER, ...options })
  return {
    home,
    builds,
    app,
    async get(url) {
      const { statusCode, headers, body } = await app.inject({ method: 'GET', url })
      const isJson = /^application\/(?:geo\+)?json/.test(`${headers['content-type']}`)
      return { status: statusCode, headers, body: isJson ? JSON.parse(body) : body }
    },
    async close() {
      await app.close()
      await builds.close()
      await rm(home, { recursive: true })
    },
  }
}
