import type { Api } from '../../../web/api.ts'
import { ApiProblem } from '../../../web/api-problem.ts'
import { chatCalls } from '../chat/chat-calls.ts'
import type { Compared, Project, Verified, Version } from './answers.ts'
import { retryDelay_s } from './retry-delay.ts'

export interface ListRequest {
  query: string
  isTrash: boolean
  cursor?: string
}

/** The routes of projects that the page uses. All throw `ApiProblem`. */
export type ProjectCalls = ReturnType<typeof projectCalls>

const SCENES = '/scenes'
/** Entries of a page, and pages of a list: more would not be read by a person. */
const PAGE_ENTRIES = 500
const PAGES_MAX = 40
/** Time for a bake before the page gives up, in seconds. */
const BAKE_MAX_S = 300

export function projectCalls(api: Api) {
  const pathOf = (id: string, rest = '') => `${SCENES}/${encodeURIComponent(id)}${rest}`
  const at = (version: string | null) =>
    version === null ? '' : `?version=${encodeURIComponent(version)}`
  const read = <Answer>(id: string, tool: string, given: object, version: string | null) =>
    api.send<Answer>('POST', pathOf(id, '/read'), {
      tool,
      arguments: given,
      ...(version !== null && { version }),
    })

  return {
    chat: chatCalls(api),
    list({ query, isTrash, cursor }: ListRequest) {
      const search = new URLSearchParams({ limit: '40' })
      if (query) search.set('query', query)
      if (isTrash) search.set('trash', 'true')
      if (cursor) search.set('cursor', cursor)
      return api.get<{ scenes: Project[]; nextCursor?: string }>(`${SCENES}?${search}`)
    },
    create: (name: string) => api.send<Project>('POST', SCENES, { name }),
    get: (id: string) => api.get<Project>(pathOf(id)),
    change: (id: string, fields: Partial<Pick<Project, 'name' | 'visibility'>>) =>
      api.send<Project>('PATCH', pathOf(id), fields),
    remove: (id: string) => api.send<null>('DELETE', pathOf(id)),
    undelete: (id: string) => api.send<Project>('POST', pathOf(id, '/undelete')),
    save: (id: string, label: string) =>
      api.send<{ version: number; label: string; didSave: boolean }>(
        'POST',
        pathOf(id, '/save'),
        label ? { label } : {},
      ),
    publish: (id: string) =>
      api.send<{ publishedVersion: number; didPublishVersion: boolean }>(
        'POST',
        pathOf(id, '/publish'),
      ),
    restore: (id: string, version: number) =>
      api.send<{ version: number }>('POST', pathOf(id, '/restore'), { version }),
    async versions(id: string): Promise<Version[]> {
      const all: Version[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page++) {
        const search = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
        const answer = await api.get<{ versions: Version[]; nextCursor?: string }>(
          pathOf(id, `/versions${search}`),
        )
        all.push(...answer.versions)
        cursor = answer.nextCursor
        if (!cursor) break
      }
      return all
    },
    compare: (id: string, from: string, to: string) =>
      api.get<Compared>(pathOf(id, `/compare?${new URLSearchParams({ from, to })}`)),
    verify: (id: string, version: string | null) =>
      read<Verified>(id, 'verify_scene', { limit: PAGE_ENTRIES }, version),
    read,
    /** All pages of a read with a list. */
    async readAll<Entry>(
      id: string,
      tool: string,
      { list, version, given = {} }: { list: string; version: string | null; given?: object },
    ): Promise<Entry[]> {
      const all: Entry[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page++) {
        const more = { ...given, limit: PAGE_ENTRIES, ...(cursor && { cursor }) }
        const answer = await read<Record<string, unknown>>(id, tool, more, version)
        all.push(...(answer[list] as Entry[]))
        cursor = answer.nextCursor as string | undefined
        if (!cursor) break
      }
      return all
    },
    scene: (id: string, version: string | null) =>
      api.get<{ nodes: Record<string, never> }>(pathOf(id, `/scene${at(version)}`)),
    /**
     * The GLB file of a version. While it is baked, `onWait` is called with the seconds since the
     * first request.
     */
    async model(
      id: string,
      version: string | null,
      { signal, onWait }: { signal: AbortSignal; onWait: (seconds: number) => void },
    ): Promise<ArrayBuffer> {
      const start = performance.now()
      for (;;) {
        const answer = await api.request(pathOf(id, `/model${at(version)}`), signal)
        if (answer.status !== 202) return await answer.arrayBuffer()
        const passed = (performance.now() - start) / 1000
        if (passed > BAKE_MAX_S)
          throw new ApiProblem(202, `The model is not ready after ${Math.round(passed)} s.`, {
            hint: 'Reload the page later.',
          })
        onWait(Math.round(passed))
        await sleep(retryDelay_s(answer.headers.get('retry-after')) * 1000, signal)
      }
    },
    async plan(
      id: string,
      version: string | null,
      given: { levelId: string | null; width: number; height: number },
      signal: AbortSignal,
    ): Promise<Blob> {
      const { levelId, width, height } = given
      const search = new URLSearchParams({ view: 'plan', width: `${width}`, height: `${height}` })
      if (version !== null) search.set('version', version)
      if (levelId !== null) search.set('levelId', levelId)
      const answer = await api.request(pathOf(id, `/view?${search}`), signal)
      return await answer.blob()
    },
    /** A file of a project, to download or to show. */
    async file(id: string, rest: string): Promise<Blob> {
      const answer = await api.request(pathOf(id, rest))
      if (answer.status === 202)
        throw new ApiProblem(202, 'The file is not ready yet.', { hint: 'Try again in a minute.' })
      return await answer.blob()
    },
    /** Rest of the path of a file: `/ifc?version=3`. */
    fileAt: (name: string, version: string | null) => `/${name}${at(version)}`,
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
