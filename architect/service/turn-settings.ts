import { startingCreditsFrom } from '../turns/credit-settings.ts'
import { type ModelSettings, modelSettings } from '../turns/models/model-settings.ts'

/** Settings of turns. Plain values, so that they can be sent to a thread. */
export interface TurnSettings {
  /** Null where no model is configured. */
  model: ModelSettings | null
  /** Thousandths of credits that a workspace gets at its first turn. */
  startingCredits: number
}

/** Reads and validates the settings. Throws `StepError` that names the wrong one. */
export function turnSettings(environment: NodeJS.ProcessEnv): TurnSettings {
  return {
    model: modelSettings(environment),
    startingCredits: startingCreditsFrom(environment),
  }
}
