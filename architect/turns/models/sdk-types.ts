import type { AnthropicProvider } from '@ai-sdk/anthropic'

/** A model of the AI SDK, of any provider: one request, one stream of parts. */
export type SdkModel = ReturnType<AnthropicProvider['languageModel']>
export type SdkRequest = Parameters<SdkModel['doStream']>[0]
type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream']
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never
export type SdkPrompt = SdkRequest['prompt']
export type SdkMessage = SdkPrompt[number]
export type ProviderOptions = NonNullable<SdkRequest['providerOptions']>
export type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage']
