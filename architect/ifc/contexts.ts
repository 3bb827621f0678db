import type { ShapeWriter } from './shape-writer.ts'
import type { StepFile } from './step-file.ts'
import {
  DERIVED,
  enumeration,
  integer,
  list,
  NONE,
  ratio,
  type Token,
  text,
  typed,
} from './step-text.ts'

/** The contexts of shapes: the whole model, and what is drawn for which view. */
export interface Contexts {
  model: Token
  body: Token
  axis: Token
  footprint: Token
  annotation: Token
  plan: Token
}

/** Lengths that differ by less are equal, in metres: the grid of scenes is ten times wider. */
const PRECISION_M = 1e-5

export function addContexts(step: StepFile, shapes: ShapeWriter): Contexts {
  const context = (type: string, dimensions: number, origin: Token) =>
    step.add(
      'IFCGEOMETRICREPRESENTATIONCONTEXT',
      NONE,
      text(type),
      integer(dimensions),
      ratio(PRECISION_M),
      origin,
      // Scenes have their north at -Z, which is Y here.
      shapes.direction([0, 1]),
    )
  const part = (parent: Token, type: string, identifier: string, view: string) =>
    step.add(
      'IFCGEOMETRICREPRESENTATIONSUBCONTEXT',
      text(identifier),
      text(type),
      ...[DERIVED, DERIVED, DERIVED, DERIVED],
      parent,
      NONE,
      enumeration(view),
      NONE,
    )
  const model = context('Model', 3, shapes.axes([0, 0, 0]))
  const flat = step.add('IFCAXIS2PLACEMENT2D', shapes.point([0, 0]), shapes.direction([1, 0]))
  const plan = context('Plan', 2, flat)
  return {
    model,
    plan,
    body: part(model, 'Model', 'Body', 'MODEL_VIEW'),
    axis: part(model, 'Model', 'Axis', 'GRAPH_VIEW'),
    footprint: part(model, 'Model', 'FootPrint', 'MODEL_VIEW'),
    annotation: part(plan, 'Plan', 'Annotation', 'PLAN_VIEW'),
  }
}

/** Metres, square metres, cubic metres and degrees. */
export function addUnits(step: StepFile): Token {
  const unit = (kind: string, name: string) =>
    step.add('IFCSIUNIT', DERIVED, enumeration(kind), NONE, enumeration(name))
  const zeros = Array.from({ length: 7 }, () => integer(0))
  const radian = unit('PLANEANGLEUNIT', 'RADIAN')
  const radians = typed('IFCPLANEANGLEMEASURE', ratio(Math.PI / 180))
  const degree = step.add(
    'IFCCONVERSIONBASEDUNIT',
    step.add('IFCDIMENSIONALEXPONENTS', ...zeros),
    enumeration('PLANEANGLEUNIT'),
    text('DEGREE'),
    step.add('IFCMEASUREWITHUNIT', radians, radian),
  )
  return step.add(
    'IFCUNITASSIGNMENT',
    list([
      unit('LENGTHUNIT', 'METRE'),
      unit('AREAUNIT', 'SQUARE_METRE'),
      unit('VOLUMEUNIT', 'CUBIC_METRE'),
      degree,
    ]),
  )
}
