import type { Effort } from '../turn-models.ts'
import type { SdkRequest } from './sdk-types.ts'

type Reasoning = NonNullable<SdkRequest['reasoning']>

/**
 * How hard a model reasons. Anthropic has an effort of adaptive thinking, or, for older models, a
 * budget that the AI SDK derives: a tenth, a third, 60 or 90 percent of the output of the model.
 * Endpoints that are compatible with OpenAI have `reasoning_effort`, of which all know these three.
 */
export const REASONING: Record<Effort, { anthropic: Reasoning; compatible: Reasoning }> = {
  low: { anthropic: 'low', compatible: 'low' },
  medium: { anthropic: 'medium', compatible: 'medium' },
  high: { anthropic: 'high', compatible: 'high' },
  pro: { anthropic: 'xhigh', compatible: 'high' },
}
