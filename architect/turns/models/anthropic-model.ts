import { createAnthropic } from '@ai-sdk/anthropic'
import type { AnswerLimits } from './answer-limits.ts'
import { REASONING } from './efforts.ts'
import type { ProviderSettings } from './model-settings.ts'
import { SdkStepModel } from './sdk-step-model.ts'
import type { SdkMessage } from './sdk-types.ts'

/** Up to here the prompt is the same in the next step, and is read from the cache. */
const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } } satisfies NonNullable<
  SdkMessage['providerOptions']
>

/** A model of Anthropic's Messages API. */
export function anthropicModel(settings: ProviderSettings, limits?: AnswerLimits): SdkStepModel {
  const { url, key, models, takesImages } = settings
  return new SdkStepModel(
    {
      name: settings.name,
      takesImages,
      secrets: key ? [key] : [],
      rules: ({ effort }) => ({
        model: `anthropic ${models[effort]}`,
        takesImages,
        takesImagesInResults: true,
        takesPlainReasoning: false,
        cacheMark: CACHE_MARK,
      }),
      model: ({ effort }, fetch) =>
        createAnthropic({ baseURL: url, apiKey: key ?? '-', fetch })(models[effort]),
      options: ({ effort }) => ({ reasoning: REASONING[effort].anthropic }),
    },
    limits,
  )
}
