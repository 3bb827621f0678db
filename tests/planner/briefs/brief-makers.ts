import { daylight, type Fact, isUnchanged, reachable, sound } from '../facts.ts'
import type { Brief, BriefStart } from './brief.ts'

/** A brief on an empty project. Every house has daylight, ways to each room, and no error. */
export const building = (id: string, requests: string | string[], ...facts: Fact[]): Brief => ({
  id,
  kind: 'building',
  start: 'empty',
  requests: [requests].flat(),
  facts: [...facts, daylight, reachable, sound],
})

/** Makes briefs of one kind on finished buildings, with the facts that all of them have. */
const onBuilding =
  (kind: Brief['kind'], ...always: Fact[]) =>
  (id: string, start: BriefStart, requests: string | string[], ...facts: Fact[]): Brief => ({
    id,
    kind,
    start,
    requests: [requests].flat(),
    facts: [...facts, ...always],
  })

/** A change, after which the building has no error. */
export const edit = onBuilding('edit', sound)
/** A question about a finished building, which changes nothing. */
export const question = onBuilding('question', isUnchanged)
/** A request that can be read in more than one way: a question with options comes first. */
export const unclear = onBuilding('unclear', sound)
/** A request that cannot be met: the reply states what is not possible, and nothing is damaged. */
export const limit = onBuilding('limit')
