import { z } from 'zod'
import { attempt, type HttpResponse } from '../../upstream/attempt.ts'
import { AttemptFailed } from '../../upstream/attempt-failed.ts'
import { inAttempts } from '../../upstream/attempts.ts'
import { InvalidResponse, plainLine } from '../../upstream/failure.ts'
import { parseJson, parseShape } from '../../upstream/json-response.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import type { MediaSize } from './media-models.ts'
import type { StudioSettings } from './studio-settings.ts'

/** Deadline of one request to the provider: large pictures take minutes. */
export const PROVIDER_MS_MAX = 180_000
/** Attempts at one request: only 429, with which nothing ran, is tried again. */
export const PROVIDER_ATTEMPTS_MAX = 3
/** Bytes of one answer: a picture of `FILE_BYTES_MAX` in base64, and some fields. */
export const PROVIDER_BYTES_MAX = 24_000_000
/** Longest wait that the provider may request before the next attempt. */
const RETRY_AFTER_MAX_MS = 10_000
/** Wait before an attempt is repeated; twice as long before the third. */
const RETRY_WAIT_MS = 1_000
/** Statuses whose body states why the provider refuses the request, such as by its policy. */
const STATED = [400, 422]
const USER_AGENT = 'plat (architect)'

const Answer = z.object({
  data: z.array(z.object({ b64_json: z.string().optional(), url: z.string().optional() })).min(1),
})
const ErrorBody = z.object({ error: z.object({ message: z.string() }) })

/** A picture to be made from another one. */
export interface StudioEdit {
  model: string
  prompt: string
  /** PNG of the building. */
  image: Uint8Array
  size: MediaSize
  /** The same for all attempts at one picture. */
  key: string
}

interface ClientOptions {
  request_ms?: number
  retry_ms?: number
}

/**
 * A provider of pictures over HTTP, in the images protocol that OpenAI has made usual, with bounds
 * of time, bytes and attempts. Its key is in no error.
 */
export class StudioClient {
  private readonly settings: StudioSettings
  private readonly request_ms: number
  private readonly retry_ms: number

  constructor(
    settings: StudioSettings,
    { request_ms = PROVIDER_MS_MAX, retry_ms = RETRY_WAIT_MS }: ClientOptions = {},
  ) {
    this.settings = settings
    this.request_ms = request_ms
    this.retry_ms = retry_ms
  }

  /**
   * The bytes of the picture that the provider has made, unchecked. Throws `ArchitectError`:
   * `media_refused` where the provider refuses the request, `media_failed` with the reason.
   */
  async edit(edit: StudioEdit, signal: AbortSignal): Promise<Buffer> {
    try {
      return await inAttempts(
        {
          attemptsMax: PROVIDER_ATTEMPTS_MAX,
          retried: ['limited'],
          retry_ms: this.retry_ms,
          retryAfterMax_ms: RETRY_AFTER_MAX_MS,
          signal,
        },
        async () => this.read(await this.send(edit, signal)),
      )
    } catch (error) {
      throw error instanceof AttemptFailed ? this.failedWith(error) : error
    }
  }

  private async send(edit: StudioEdit, signal: AbortSignal): Promise<HttpResponse> {
    const { model, prompt, image, size, key: editKey } = edit
    const { url, key } = this.settings
    const body = new FormData()
    body.set('model', model)
    body.set('prompt', prompt)
    body.set('size', `${size.width}x${size.height}`)
    body.set('n', '1')
    body.set('image', new Blob([Buffer.from(image)], { type: 'image/png' }), 'building.png')
    return await attempt(new URL(`${url}/images/edits`), {
      headers: {
        'user-agent': USER_AGENT,
        accept: 'application/json',
        'idempotency-key': editKey,
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body,
      signal,
      deadline_ms: this.request_ms,
      responseBytesMax: PROVIDER_BYTES_MAX,
      alsoRead: STATED,
      now: Date.now,
    })
  }

  private read(response: HttpResponse): Buffer {
    const json = parseJson(response)
    if (response.status !== 200) {
      const { message } = parseShape(json, ErrorBody).error
      throw new ArchitectError(
        'media_refused',
        `The provider refuses the request: ${plainLine(this.withoutKey(message))}`,
        { param: 'prompt' },
      )
    }
    const [{ b64_json: text, url }] = parseShape(json, Answer).data
    if (text !== undefined) return Buffer.from(text, 'base64')
    // Nobody fetches what an answer names: it could be an address within the own network.
    throw new InvalidResponse(
      url === undefined
        ? 'answered without a picture'
        : 'answered with an address instead of a picture in base64',
    )
  }

  private withoutKey(text: string): string {
    const { key } = this.settings
    return key === null ? text : text.replaceAll(key, '(key)')
  }

  private failedWith({ kind, problem, retryAfter_ms }: AttemptFailed): ArchitectError {
    const isOfKey = /status 40[13]$/.test(problem)
    const hint = isOfKey
      ? ' The operator checks the key in PLAT_STUDIO_KEY.'
      : retryAfter_ms === null
        ? ''
        : ` Try again in ${Math.ceil(retryAfter_ms / 1_000)} s.`
    return new ArchitectError(
      'media_failed',
      `The provider of the model ${this.withoutKey(problem)}.${hint} Nothing was charged.`,
      { fields: { reason: kind } },
    )
  }
}
