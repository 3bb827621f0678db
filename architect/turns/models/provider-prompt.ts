import type { AnswerPart } from './answer-reader.ts'
import type { ProviderOptions, SdkMessage, SdkPrompt } from './sdk-types.ts'
import type { ModelAnswer, ModelCall, ModelImage, ModelMessage, StepRequest } from './step-model.ts'

/** What a provider takes in messages. */
export interface PromptRules {
  /** Name of the model: what only this one understands is sent to no other. */
  model: string
  takesImages: boolean
  /** Whether results of tools may have images; otherwise a message of the user has them. */
  takesImagesInResults: boolean
  /** Whether reasoning is sent back without a signature. */
  takesPlainReasoning: boolean
  /** Marks up to where a prompt is cached; absent where the provider decides that itself. */
  cacheMark?: ProviderOptions
}

/** Data of an answer that `ModelAnswer.provider` has. */
export interface ProviderParts {
  model: string
  parts: AnswerPart[]
}

type Content<Role> =
  Extract<SdkMessage, { role: Role }> extends { content: infer Parts } ? Parts : never
type Result = Extract<Content<'tool'>[number], { type: 'tool-result' }>

/** Names that all providers accept; a model may have called a tool of any other. */
const NOT_IN_NAMES = /[^\w-]/g
/** Characters of the name of a tool that providers accept. */
const NAME_CHARACTERS_MAX = 64

/** The messages of a request in the form of the AI SDK. */
export function promptOf(request: StepRequest, rules: PromptRules): SdkPrompt {
  const prompt: SdkPrompt = []
  if (request.instructions) prompt.push({ role: 'system', content: request.instructions })
  const open = new OpenCalls(prompt, rules)
  const lastUser = request.messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, message] of request.messages.entries()) {
    if (message.role === 'tool') {
      open.answer(message)
      continue
    }
    open.close()
    if (message.role === 'user') prompt.push(userMessage(message.text, message.images, rules))
    else {
      const content = answerParts(message.answer, rules, index > lastUser)
      if (content.length > 0) prompt.push({ role: 'assistant', content })
      open.add(message.answer.calls)
    }
  }
  open.close()
  return withCacheMarks(prompt, rules)
}

/** Calls whose results must follow at once, each exactly once: providers refuse other prompts. */
class OpenCalls {
  private readonly prompt: SdkPrompt
  private readonly rules: PromptRules
  private readonly calls = new Map<string, ModelCall>()
  private results: Result[] = []
  private images: { tool: string; images: ModelImage[] }[] = []

  constructor(prompt: SdkPrompt, rules: PromptRules) {
    this.prompt = prompt
    this.rules = rules
  }

  add(calls: readonly ModelCall[]): void {
    for (const call of calls) this.calls.set(call.id, call)
  }

  answer({ call, output, hasFailed, images }: Extract<ModelMessage, { role: 'tool' }>): void {
    this.calls.delete(call.id)
    const { takesImages, takesImagesInResults } = this.rules
    const named = { type: 'tool-result', toolCallId: call.id, toolName: nameOf(call) } as const
    if (images.length === 0 || !takesImages) {
      const value = output + (takesImages ? '' : leftOut(images))
      this.results.push({ ...named, output: { type: hasFailed ? 'error-text' : 'text', value } })
    } else if (takesImagesInResults && !hasFailed) {
      const text = output ? [{ type: 'text' as const, text: output }] : []
      this.results.push({
        ...named,
        output: { type: 'content', value: [...text, ...images.map(filePart)] },
      })
    } else {
      const type = hasFailed ? 'error-text' : 'text'
      this.results.push({ ...named, output: { type, value: output } })
      this.images.push({ tool: call.tool, images })
    }
  }

  /** Writes the results, those of calls that have none as failed, and then their images. */
  close(): void {
    for (const call of this.calls.values())
      this.results.push({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: nameOf(call),
        output: { type: 'error-text', value: 'This call was not run.' },
      })
    this.calls.clear()
    if (this.results.length > 0) this.prompt.push({ role: 'tool', content: this.results })
    for (const { tool, images } of this.images)
      this.prompt.push(userMessage(`Images of the result of ${tool}:`, images, this.rules))
    this.results = []
    this.images = []
  }
}

function userMessage(text: string, images: readonly ModelImage[], rules: PromptRules): SdkMessage {
  const shown = rules.takesImages ? images : []
  const all = text + (rules.takesImages ? '' : leftOut(images))
  const written = all || shown.length === 0 ? [{ type: 'text' as const, text: all || '-' }] : []
  return { role: 'user', content: [...written, ...shown.map(filePart)] }
}

const filePart = ({ mediaType, bytes }: ModelImage) => ({
  type: 'file' as const,
  mediaType,
  data: { type: 'data' as const, data: bytes },
})

/** States that images are missing; empty without any. */
function leftOut({ length }: readonly ModelImage[]): string {
  if (length === 0) return ''
  const what = length === 1 ? 'One image was' : `${length} images were`
  return `\n\n[${what} left out: this model takes no images.]`
}

/**
 * The content of an answer: as the provider sent it where this model did, so that signatures of
 * thinking stay valid; otherwise from its text and calls.
 */
function answerParts(
  answer: ModelAnswer,
  rules: PromptRules,
  isOfTurn: boolean,
): Content<'assistant'> {
  const { model, parts } = (answer.provider ?? {}) as Partial<ProviderParts>
  const calls = new Map(answer.calls.map((call) => [call.id, call]))
  const own = model === rules.model && parts ? parts : plainParts(answer)
  return own.flatMap((part): Content<'assistant'> => {
    const options = part.options && { providerOptions: part.options }
    switch (part.type) {
      case 'text':
        return part.text ? [{ type: 'text', text: part.text, ...options }] : []
      case 'reasoning': {
        // Without a signature it belongs to the steps of one turn, and is dropped after it.
        const isSent = options || (rules.takesPlainReasoning && isOfTurn && part.text)
        return isSent ? [{ type: 'reasoning', text: part.text, ...options }] : []
      }
      case 'call': {
        const call = calls.get(part.id)
        if (!call) return []
        const input = call.arguments || '{}'
        return [
          { type: 'tool-call', toolCallId: call.id, toolName: nameOf(call), input, ...options },
        ]
      }
      default:
        part satisfies never
        return []
    }
  })
}

function plainParts({ text, reasoning, calls }: ModelAnswer): AnswerPart[] {
  return [
    { type: 'reasoning', text: reasoning },
    { type: 'text', text },
    ...calls.map(({ id }): AnswerPart => ({ type: 'call', id })),
  ]
}

const nameOf = ({ tool }: ModelCall): string =>
  tool.replace(NOT_IN_NAMES, '_').slice(0, NAME_CHARACTERS_MAX) || '_'

/** Caches the system prompt, and everything up to the last message. */
function withCacheMarks(prompt: SdkPrompt, { cacheMark }: PromptRules): SdkPrompt {
  if (!cacheMark) return prompt
  return prompt.map((message, index) =>
    message.role === 'system' || index === prompt.length - 1
      ? { ...message, providerOptions: cacheMark }
      : message,
  )
}
