import { effectiveEffort, effortOf, PLAN_NEEDED, REASONING_EFFORTS } from '../turn-models.ts'

/** Seconds since 1970 of the day from which the names are accepted. */
const CREATED = Date.UTC(2026, 10, 26) / 1_000

/**
 * A model name as `GET /v1/models` lists it. `takesImages` is of the model behind it, null where
 * none is configured.
 */
export function modelObject(name: string, takesImages: boolean | null) {
  const effort = effectiveEffort(name, undefined)
  const isChosen = effortOf(name) === null
  return {
    id: name,
    object: 'model',
    created: CREATED,
    owned_by: 'svc',
    svc: {
      effort,
      efforts: isChosen ? [...new Set(Object.values(REASONING_EFFORTS))] : [effort],
      plan: PLAN_NEEDED[effort],
      takes_images: takesImages,
    },
  }
}
