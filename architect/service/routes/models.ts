import { MODEL_NAMES } from '../../turns/turn-models.ts'
import { modelObject } from '../../turns/wire/model-object.ts'
import { modelOf } from '../../turns/wire/sent-request.ts'
import { Model, ModelList } from '../answers.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'

export const modelRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/models',
    operationId: 'listModels',
    summary: 'List the model names',
    description:
      'Each of the five models by both of its names. `svc` states the effort, the plan that it needs, and whether pictures are seen.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'All names.', schema: ModelList },
    codes: [],
    async handle({ turns }) {
      const data = MODEL_NAMES.map((name) => modelObject(name, turns.takesImages))
      return { object: 'list', data }
    },
  }),
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/models/{model}',
    operationId: 'retrieveModel',
    summary: 'Read one model name',
    description: 'As `GET /v1/models` lists it.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The model.', schema: Model },
    codes: ['model_not_found'],
    async handle({ turns }, { params }) {
      return modelObject(modelOf(params.model), turns.takesImages)
    },
  }),
]
