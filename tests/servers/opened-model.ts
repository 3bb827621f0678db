import type { AnswerLimits } from '../../architect/turns/models/answer-limits.ts'
import { anthropicModel } from '../../architect/turns/models/anthropic-model.ts'
import { compatibleModel } from '../../architect/turns/models/compatible-model.ts'
import type { StepRequest } from '../../architect/turns/models/step-model.ts'
import { failing, ModelUpstream, type Respond } from './model-upstream.ts'
import { quick, stepRequest } from './step-requests.ts'

/** The key of every opened model. */
export const MODEL_KEY = 'sk-secret-0123456789'

interface Options {
  kind: 'openai-compatible' | 'anthropic'
  /** Name of the model of every effort but `pro`, which is `large`. */
  name?: string
  takesImages?: boolean
  limits?: Partial<AnswerLimits>
}

const opened: ModelUpstream[] = []
const warmedUp = new Map<Options['kind'], Promise<unknown>>()

/** A model of a local provider that gives these answers. */
export async function openedModel(answers: Respond[], options: Options) {
  // The first request of a process loads much: short limits of a test are not for that.
  if (!warmedUp.has(options.kind)) warmedUp.set(options.kind, warmUp(options.kind))
  await warmedUp.get(options.kind)
  return await open(answers, options)
}

async function warmUp(kind: Options['kind']): Promise<void> {
  const { model } = await open([failing(400, '{}')], { kind })
  await model.answer(stepRequest()).catch(() => {})
}

async function open(answers: Respond[], options: Options) {
  const { kind, name = 'm', takesImages = true, limits } = options
  const upstream = await ModelUpstream.open(...answers)
  opened.push(upstream)
  const models = { low: name, medium: name, high: name, pro: 'large' }
  const settings = { kind, name: kind, url: upstream.url, key: MODEL_KEY, models, takesImages }
  const create = kind === 'anthropic' ? anthropicModel : compatibleModel
  const model = create(settings, quick(limits))
  /** The error that a request ends with. */
  const failure = (request: Partial<StepRequest> = {}) =>
    model.answer(stepRequest(request)).then(
      () => {
        throw new Error('the model answered')
      },
      (error) => error,
    )
  return { upstream, model, failure }
}

export async function closeUpstreams(): Promise<void> {
  for (const upstream of opened.splice(0)) await upstream.close()
}
