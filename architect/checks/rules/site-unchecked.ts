import { regionArea } from '../../geometry/regions.ts'
import { builtArea } from '../../kernel/site/standing-parts.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import type { Survey, SurveyLayerName } from '../../scene/survey.ts'
import { FLOOD_DATUM, zonesUnder } from '../flood-floor.ts'
import type { Rule } from '../rule.ts'

export const siteUnchecked: Rule = {
  codes: { 'site.unchecked': 'info' },
  about:
    'Limits of the land that were not checked, because the pulled site data do not state them.',
  *run(scene, levels) {
    const [site] = nodesOf(scene, 'site')
    const survey = site?.survey
    if (!survey || regionArea(builtArea(scene)) === 0) return
    for (const [what, layer] of missing(scene, survey, levels)) {
      const reason = survey.layers.find(({ name }) => name === layer)?.reason
      yield {
        code: 'site.unchecked',
        nodeIds: [site.id],
        message: `${what} was not checked${reason ? `: ${reason}` : '.'}`,
      }
    }
  },
}

function* missing(
  scene: Scene,
  { parcel, zoning, flood, ground }: Survey,
  levels: Parameters<Rule['run']>[1],
): Generator<[what: string, layer: SurveyLayerName]> {
  if (!parcel) yield ['The place on the parcel', 'parcel']
  const { setbacks = null, heightMax = null } = zoning ?? {}
  const known = Object.values(setbacks ?? {}).filter((each) => each !== null)
  if (parcel && known.length < 3)
    yield [known.length === 0 ? 'The setback' : 'One of the setbacks', 'zoning']
  if (heightMax === null) yield ['The height limit', 'zoning']
  if (!flood) {
    yield ['The flood elevation', 'flood']
    return
  }
  const isUnplaced = flood.some(({ isHighRisk, rings }) => isHighRisk && rings.length === 0)
  const zones = zonesUnder(scene, flood, levels)
  if (isUnplaced || zones.some(({ baseFloodElevation }) => baseFloodElevation === null))
    yield ['The flood elevation', 'flood']
  else if (zones.length > 0 && ground?.datum !== FLOOD_DATUM)
    yield ['The flood elevation', 'ground']
}
