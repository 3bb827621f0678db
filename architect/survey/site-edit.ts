import { validateScene } from '../checks/validate.ts'
import { verifyScene } from '../checks/verify.ts'
import { area } from '../geometry/polygon.ts'
import { difference, regionArea } from '../geometry/regions.ts'
import { builtArea } from '../kernel/site/standing-parts.ts'
import { SceneEdit } from '../operations/scene-edit.ts'
import type { EditedScene } from '../projects/draft-editor.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import type { Survey } from '../scene/survey.ts'

/** Findings that an answer lists. */
const ISSUES_LISTED_MAX = 20
/** Area over the border from which a building is not wholly on its parcel, in square metres. */
const OUTSIDE_MIN_M2 = 0.1

/** The scene with a survey on its site, and the parcel as its plot. Nothing else is moved. */
export function withSurvey(scene: Scene, survey: Survey): EditedScene {
  const [site] = nodesOf(scene, 'site')
  const edit = new SceneEdit(scene)
  edit.change(site.id, { survey, ...(survey.parcel && { polygon: survey.parcel }) })
  const known = new Set(validateScene(scene).errors.map((fault) => JSON.stringify(fault)))
  const fault = validateScene(edit.scene).errors.find((each) => !known.has(JSON.stringify(each)))
  if (fault) throw new Error(`The survey makes the scene invalid: ${fault.message}`)
  const { issues } = verifyScene(edit.scene, { checks: ['site'] })
  return { scene: edit.scene, issues: issues.slice(0, ISSUES_LISTED_MAX) }
}

/** Where the building stands that is there already, in a sentence. */
export function standingOn(scene: Scene): {
  stands: boolean
  outsideArea?: number
  message: string
} {
  const parcel = nodesOf(scene, 'site')[0].survey?.parcel
  const built = builtArea(scene)
  const whole = regionArea(built)
  if (whole === 0) return { stands: false, message: 'Nothing is built yet.' }
  if (!parcel)
    return { stands: true, message: 'The building was not moved; the parcel is not known.' }
  const over = regionArea(
    difference(
      built.map(({ outer }) => outer),
      [parcel],
    ),
  )
  const outsideArea = Math.round(over * 100) / 100
  const share = `${Math.round((over / whole) * 100)} %`
  if (over < OUTSIDE_MIN_M2)
    return {
      stands: true,
      outsideArea: 0,
      message: `The building was not moved: its ${Math.round(whole)} m² stand on the parcel of ${Math.round(area(parcel))} m².`,
    }
  return {
    stands: true,
    outsideArea,
    message: `The building was not moved: ${outsideArea} m² of it, ${share}, are outside of the parcel.`,
  }
}
