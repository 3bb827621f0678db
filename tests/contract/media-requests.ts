import type { Caller } from '../../accounts/accounts.ts'
import type { ProjectsService } from '../projects/projects-service.ts'

type Answer = Awaited<ReturnType<ProjectsService['send']>>
type Sent = {
  path: Record<string, string>
  query?: string
  key?: string | null
  headers?: Record<string, string>
}

/** Sends a request of each operation of media, whose answers `send` compares with their status. */
export async function sendMediaRequests(
  { opened, personId }: ProjectsService,
  send: (operationId: string, sent: Sent, status: number) => Promise<Answer>,
  id: string,
): Promise<void> {
  const { blobs, store } = opened.parts
  const caller: Caller = {
    kind: 'session',
    credential_id: personId,
    account: { id: personId, kind: 'person' },
    workspace: { kind: 'personal', id: personId },
    scopes: ['projects:edit'],
    plan: 'free',
  }
  const file = { mediaType: 'image/png', isAnimated: false, width: 1, height: 1 } as const
  const bytes = Buffer.from('not looked at')
  const stored = { ...file, blob: await blobs.put(bytes), bytes: bytes.length }
  const job = { projectId: id, jobId: 'job_of_test', modelId: 'plat-picture', draftVersion: 0 }
  await store.media.addMedia(caller, job, [
    { ...stored, sourceId: null },
    { ...stored, sourceId: 'wall_1' },
  ])
  const first = (await send('listMedia', { path: { id }, query: '?limit=1' }, 200)).json()
  await send('listMedia', { path: { id }, query: `?cursor=${first.nextCursor}` }, 200)
  const link = new URL(first.media[0].url)
  const [media, name] = link.pathname.split('/').slice(-2)
  const path = { id, media, file: name }
  const signed = { path, query: link.search, key: null }
  const whole = await send('getMediaFile', signed, 200)
  await send('getMediaFile', { ...signed, headers: { range: 'bytes=0-3' } }, 206)
  await send('getMediaFile', { ...signed, headers: { range: 'bytes=999-' } }, 416)
  const tag = { 'if-none-match': `${whole.headers.etag}` }
  await send('getMediaFile', { ...signed, headers: tag }, 304)
  await send('getMediaFile', { ...signed, headers: { 'if-match': '"other"' } }, 412)
  await send('getMediaFile', { ...signed, query: `${link.search}x` }, 403)
  await send('deleteMedia', { path }, 204)
  await send('deleteMedia', { path }, 404)
  await send('getMediaFile', signed, 404)
}
