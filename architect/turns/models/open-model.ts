import type { PlannerThreads } from '../../planner/threads/planner-threads.ts'
import type { ModelSettings } from './model-settings.ts'
import type { StepModel } from './step-model.ts'

/**
 * Opens the model of the settings; null without settings. The libraries of a provider are loaded
 * only for it; `threads` are those of the planner. Throws `StepError` for a script that cannot be
 * read.
 */
export async function openModel(
  settings: ModelSettings | null,
  threads: Pick<PlannerThreads, 'plan'>,
): Promise<StepModel | null> {
  if (settings === null) return null
  switch (settings.kind) {
    case 'anthropic': {
      const { anthropicModel } = await import('./anthropic-model.ts')
      return anthropicModel(settings)
    }
    case 'openai-compatible': {
      const { compatibleModel } = await import('./compatible-model.ts')
      return compatibleModel(settings)
    }
    case 'planner': {
      const { PlannerModel } = await import('./planner-model.ts')
      return new PlannerModel(threads)
    }
    case 'scripted': {
      const { openScript } = await import('./script-file.ts')
      const { ScriptedModel } = await import('./scripted-model.ts')
      return new ScriptedModel(openScript(settings.file), settings)
    }
    default:
      settings satisfies never
      return null
  }
}
