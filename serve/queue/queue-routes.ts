import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Accounts, AccountsGone } from '../../accounts/accounts.ts'
import { credentialOf } from '../../http/credential.ts'
import { clientAddressOf } from '../../http/reach.ts'
import { BuildQueue } from '../../queue/build-queue.ts'
import { messagePage, QUEUE_POLICY, runPage, runsPage } from './queue-page.ts'
import type { QueueSettings } from './queue-settings.ts'

/** The part of the answer of `/api/account` that names the person who is signed in. */
const SignedIn = z.object({
  user: z.object({ email: z.string(), email_verified: z.boolean() }).nullable(),
})

const SIGN_IN =
  'Sign in in the account dialog of the <a href="/">map page</a>, then load this page again.'

/**
 * Serves `/builds` and `/builds/<run>`: the queue, for signed-in operators, who may cancel a run.
 * Returns the paths.
 */
export function mountQueue(
  app: FastifyInstance,
  accounts: Accounts,
  { url, operators }: QueueSettings,
  originOf: (request: FastifyRequest) => string | null,
): string[] {
  let opened: Promise<BuildQueue> | null = null
  /** Opened by the first request, and again after a failure. */
  const open = (): Promise<BuildQueue> => {
    opened ??= BuildQueue.open(url, (error) => app.log.warn({ err: error }, 'the queue'))
    opened.catch(() => {
      opened = null
    })
    return opened
  }
  app.addHook('onClose', async () => await (await opened?.catch(() => null))?.close())

  /** Why the caller may not see the queue, as a status and a page; null for an operator. */
  const refusal = async (request: FastifyRequest): Promise<[number, string] | null> => {
    const origin = originOf(request)
    const credential = credentialOf(request, origin)
    // Browsers state where a form was sent from: what states nothing may read, and change nothing.
    const isOwn = request.method === 'GET' || request.headers.origin === origin
    if (origin === null || credential?.kind !== 'session' || !isOwn)
      return [401, messagePage('Sign in to see the builds', SIGN_IN)]
    const { status, body } = await accounts.answer({
      method: 'GET',
      url: '/api/account',
      headers: { cookie: credential.cookie },
      body: null,
      address: clientAddressOf(request),
      origin,
      request_id: request.id,
    })
    const user = status === 200 ? SignedIn.parse(JSON.parse(body)).user : null
    if (!user) return [401, messagePage('Sign in to see the builds', SIGN_IN)]
    if (user.email_verified && operators.includes(user.email.toLowerCase())) return null
    const text = 'Its operators are named by <code>PLAT_OPERATORS</code>, with verified addresses.'
    return [403, messagePage('You are not an operator of this service', text)]
  }

  const send = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': QUEUE_POLICY,
        // With none at all a browser sends `Origin: null` with the form.
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(html)

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    write: (queue: BuildQueue) => Promise<string | SeeOther | null>,
  ) => {
    try {
      const refused = await refusal(request)
      if (refused) return send(reply, ...refused)
      const written = await write(await open())
      if (written instanceof SeeOther) return reply.redirect(written.path, 303)
      if (written !== null) return send(reply, 200, written)
      const text =
        'It may have been removed: runs are stored for two weeks. <a href="/builds">All builds</a>'
      return send(reply, 404, messagePage('There is no such run', text))
    } catch (error) {
      request.log.warn({ err: error }, 'the queue of builds')
      const what = error instanceof AccountsGone ? 'accounts do' : 'queue of builds does'
      const text = 'Load this page again in a while; the log of the service has the reason.'
      return send(reply, 503, messagePage(`The ${what} not answer`, text))
    }
  }
  const own = { config: { isOwn: true } }
  app.get('/builds', own, (request, reply) =>
    answer(request, reply, async (queue) =>
      runsPage(await queue.runs(), await queue.log.workers()),
    ),
  )
  app.get<RunRequest>('/builds/:run', own, (request, reply) =>
    answer(request, reply, async (queue) => {
      const id = runOf(request)
      const run = id === null ? null : await queue.run(id)
      return run && runPage(run)
    }),
  )
  app.register(async (scope) => {
    // The form has no fields.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
      done(null),
    )
    scope.post<RunRequest>('/builds/:run/cancel', { ...own, bodyLimit: 1 }, (request, reply) =>
      answer(request, reply, async (queue) => {
        const id = runOf(request)
        return id !== null && (await queue.cancel(id)) ? new SeeOther(`/builds/${id}`) : null
      }),
    )
  })
  return ['/builds']
}

interface RunRequest {
  Params: { run: string }
}

/** Another page is to be loaded. */
class SeeOther {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

function runOf({ params }: { params: RunRequest['Params'] }): string | null {
  return z.uuid().safeParse(params.run).data ?? null
}
