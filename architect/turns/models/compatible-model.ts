import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { AnswerLimits } from './answer-limits.ts'
import { REASONING } from './efforts.ts'
import type { ProviderSettings } from './model-settings.ts'
import { SdkStepModel } from './sdk-step-model.ts'

type Body = Record<string, unknown>

/**
 * Fields that some endpoints refuse, and the body without each: models without reasoning know no
 * effort, newer ones of OpenAI count reasoning in another limit, and old servers report no usage in
 * a stream.
 */
const REFUSED_FIELDS: Record<string, (body: Body) => Body> = {
  reasoning_effort: ({ reasoning_effort: _, ...body }) => body,
  max_tokens: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  stream_options: ({ stream_options: _, ...body }) => body,
}

/** A model behind Chat Completions: OpenAI, or a server that is compatible with it. */
export function compatibleModel(settings: ProviderSettings, limits?: AnswerLimits): SdkStepModel {
  const { url, key, models, takesImages } = settings
  /** Learned from errors, as long as the process runs. */
  const refused = new Set<string>()
  const accepted = (body: Body): Body =>
    [...refused].reduce((rest, field) => REFUSED_FIELDS[field](rest), body)
  return new SdkStepModel(
    {
      name: settings.name,
      takesImages,
      secrets: key ? [key] : [],
      rules: ({ effort }) => ({
        model: `openai-compatible ${models[effort]}`,
        takesImages,
        takesImagesInResults: false,
        takesPlainReasoning: true,
      }),
      model: ({ effort }, fetch) =>
        createOpenAICompatible({
          name: 'openaiCompatible',
          baseURL: url,
          apiKey: key ?? undefined,
          includeUsage: true,
          transformRequestBody: accepted,
          fetch,
        })(models[effort]),
      options: ({ effort }) => ({ reasoning: REASONING[effort].compatible }),
      adapt(status, body) {
        if (status !== 400 && status !== 422) return false
        const field = Object.keys(REFUSED_FIELDS).find(
          (name) => !refused.has(name) && new RegExp(`\\b${name}\\b`).test(body),
        )
        if (field) refused.add(field)
        return field !== undefined
      },
    },
    limits,
  )
}
