import { encodeCursor } from '../../architect/projects/input.ts'
import type { Sent } from './projects-service.ts'

const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

type Refused = [url: string, sent: Sent, status: number, code: string, param: string | undefined]

/** Requests to a project with the errors that they are answered with. */
export const refusedRequests = (id: string): Refused[] => [
  ['/api/scenes', { payload: {} }, 400, 'invalid_input', 'name'],
  ['/api/scenes', { payload: { name: 'x', color: 'red' } }, 400, 'invalid_input', 'color'],
  ['/api/scenes', { payload: { name: '\u202e' } }, 201, '', undefined],
  ['/api/scenes?limit=0', {}, 400, 'invalid_input', 'limit'],
  ['/api/scenes?page=2', {}, 400, 'invalid_input', 'page'],
  [`${id}/operations`, { payload: { operations: [] } }, 400, 'invalid_input', 'operations'],
  [
    `${id}/operations`,
    { payload: '{', headers: { 'content-type': 'application/json' } },
    400,
    'invalid_input',
    'body',
  ],
  [
    `${id}/operations`,
    { payload: 'x', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
    undefined,
  ],
  [
    `${id}/operations`,
    { payload: { operations: [{ tool: 'crate_wall' }] } },
    400,
    'invalid_input',
    'operations.0.tool',
  ],
  [
    `${id}/scene`,
    { method: 'PUT', payload: { format: 'plat-scene/9', lastId: 0, nodes: {} } },
    422,
    'invalid_scene',
    'scene.format',
  ],
  [
    `${id}/scene`,
    { method: 'PUT', payload: { format: 'plat-scene/1', lastId: 0, nodes: {} } },
    422,
    'invalid_scene',
    'scene',
  ],
  [
    `${id}/operations`,
    { payload: { operations: [{ ...WALL, arguments: { start: JSON.parse(nested(40)) } }] } },
    400,
    'invalid_input',
    'operations.0.arguments',
  ],
  [
    `${id}/operations`,
    {
      payload: `{"operations":[{"tool":"create_wall","arguments":{"start":${nested(20_000)}}}]}`,
      headers: { 'content-type': 'application/json' },
    },
    400,
    'invalid_input',
    'operations.0.arguments',
  ],
  [
    '/api/scenes',
    { payload: { name: 'x', organizationId: 'a\0' } },
    400,
    'invalid_input',
    'organizationId',
  ],
  ['prj_%00', {}, 404, 'project_not_found', 'project_id'],
  [`${id}/restore`, { payload: { version: 3e9 } }, 400, 'invalid_input', 'version'],
  [`/api/scenes?cursor=${encodeCursor([new Date(), '\0'])}`, {}, 400, 'invalid_input', 'cursor'],
  [
    `/api/scenes?cursor=${encodeCursor(['0000-12-31T00:00:00Z', 'x'])}`,
    {},
    400,
    'invalid_input',
    'cursor',
  ],
  [`/api/scenes?cursor=${encodeCursor(['0001-01-01T00:00:00Z', 'x'])}`, {}, 200, '', undefined],
  [`${id}/versions?cursor=${encodeCursor([2 ** 53 - 1])}`, {}, 400, 'invalid_input', 'cursor'],
  [`${id}/read`, { payload: { tool: 'get_zonez' } }, 400, 'invalid_input', 'tool'],
  [
    `${id}/read`,
    { payload: { tool: 'get_node', arguments: { id: 'wall_9' } } },
    422,
    'node_not_found',
    'arguments.id',
  ],
  [`${id}/verify?levelId=level_99`, {}, 422, 'node_not_found', 'levelId'],
  [`${id}/compare?from=later`, {}, 400, 'invalid_input', 'from'],
  [`${id}/compare?from=draft&to=77`, {}, 404, 'version_not_found', 'to'],
  [`${id}/versions/99`, {}, 404, 'version_not_found', 'number'],
  ['/api/scenes/%ff', {}, 400, 'invalid_input', 'path'],
  [
    `${id}/save`,
    { payload: {}, headers: { 'content-encoding': 'gzip' } },
    415,
    'unsupported_media_type',
    'Content-Encoding',
  ],
  [`${id}/files/1/${'0'.repeat(64)}.glb`, {}, 403, 'link_invalid', undefined],
  [`${id}/nothing`, {}, 404, 'not_found', undefined],
  [`${id}/save`, { method: 'GET' }, 405, 'method_not_allowed', undefined],
  [`${id}`, { key: 'sk_arch_wrong' }, 401, 'invalid_api_key', undefined],
  [`${id}`, { headers: { 'x-api-key': 'sk_arch_other' } }, 400, 'invalid_input', 'x-api-key'],
]
