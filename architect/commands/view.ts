import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Command, UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { DRAWING_UNITS } from '../render/drawing/lengths.ts'
import { PAPER_NAMES } from '../render/drawing/papers.ts'
import { DIMENSIONS } from '../render/plan/plan-chains.ts'
import { renderView } from '../render/view.ts'
import { ViewError } from '../render/view-error.ts'
import {
  FORMATS,
  VIEW_SIDES,
  VIEWS,
  type ViewFormat,
  type ViewRequest,
  type ViewSide,
} from '../render/view-request.ts'
import { outputPath } from './output-path.ts'
import { openDerivedScene } from './scene-on-disk.ts'

const SIDES = Object.keys(VIEW_SIDES) as ViewSide[]

export const viewCommand: Command = {
  name: 'view',
  summary: 'Draw a scene: plan, perspective, elevation or section, as PNG, SVG or PDF',
  usage: 'view <file> --out <picture.png|drawing.svg|drawing.pdf> [options]',
  options: {
    out: {
      type: 'string',
      value: 'path',
      help: 'path of the picture; .svg and .pdf are sheets in a true scale',
    },
    view: { type: 'string', value: 'kind', help: VIEWS.join(', '), default: 'perspective' },
    level: {
      type: 'string',
      value: 'id',
      help: 'the level of a plan, or the level to open from above',
    },
    target: {
      type: 'string',
      value: 'id',
      help: 'the node to look at; a room is seen from inside',
    },
    from: { type: 'string', value: 'side', help: 'north, north_east, east and so on' },
    eye: { type: 'string', value: 'x,y,z', help: 'position of the camera, in metres' },
    'look-at': { type: 'string', value: 'x,y,z', help: 'the point that the camera looks at' },
    fov: { type: 'string', value: 'degrees', help: 'the vertical angle of view' },
    'cut-at': {
      type: 'string',
      value: 'metres',
      help: 'height of a plan’s cut, or position of a section',
    },
    width: { type: 'string', value: 'pixels', help: 'of the picture' },
    height: { type: 'string', value: 'pixels', help: 'of the picture' },
    scale: {
      type: 'string',
      value: 'number',
      help: 'true scale of a sheet, 100 for 1:100; chosen to fit by default',
    },
    paper: {
      type: 'string',
      value: 'size',
      help: `paper of a sheet: ${PAPER_NAMES.join(', ')}; chosen to fit by default`,
    },
    unit: { type: 'string', value: 'unit', help: 'of dimensions: m, or ft for feet and inches' },
    dimensions: {
      type: 'string',
      value: 'by',
      help: 'what the chains of a plan run by: face, or axis for the middles of walls and openings',
    },
    'no-labels': { type: 'boolean', help: 'without names, areas and dimensions' },
    highlight: { type: 'string', value: 'id', help: 'a node to mark', multiple: true },
    json: { type: 'boolean', help: 'camera and visible nodes as JSON' },
  },
  examples: [
    'plat-architect view house.json --out house.png',
    'plat-architect view house.json --out plan.png --view plan --level level_2',
    'plat-architect view house.json --out kitchen.png --target zone_12',
    'plat-architect view house.json --out plan.pdf --view plan --scale 100 --paper A3',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    if (values.out === undefined) throw new UsageError('Give the path of the picture with --out.')
    const target = outputPath('--out', `${values.out}`, file)
    const request = requestOf(values, formatOf(target))
    const { png, document, ...seen } = await renderView(
      await openDerivedScene(file, 'view'),
      request,
    ).catch((error) => {
      if (!(error instanceof ViewError)) throw error
      const remedy =
        error.code === 'render_failed' || error.code === 'views_busy'
          ? 'Try again when the machine has less to do, or with a smaller --width and --height.'
          : 'plat-architect show lists the contents of the scene.'
      throw new StepError('view', file, error.message, remedy)
    })
    const bytes = document?.bytes ?? png
    await writeFile(target, bytes).catch((cause) => {
      throw new StepError(
        'view',
        target,
        'cannot be written',
        'Give a path in a folder that you can write to.',
        {
          cause,
        },
      )
    })
    const scale = seen.scale
      ? `, 1:${seen.scale} on ${seen.paper}`
      : seen.metresPerPixel
        ? `, ${seen.metresPerPixel.toFixed(4)} m a pixel`
        : ''
    if (values.json) out.print(JSON.stringify({ ok: true, file: target, ...seen }))
    else
      out.print(
        `${target}: ${formatBytes(bytes.length)}${scale}; ${seen.visibleIds.length} nodes are visible.`,
      )
    return 0
  },
}

/** The format that the extension of a path names; PNG for all others. */
function formatOf(path: string): ViewFormat {
  const extension = extname(path).slice(1).toLowerCase()
  return FORMATS.find((format) => format === extension) ?? 'png'
}

function requestOf(values: Record<string, unknown>, format: ViewFormat): ViewRequest {
  const view = choice('view', values.view, VIEWS)
  const given = {
    view,
    levelId: values.level,
    targetId: values.target,
    from: values.from === undefined ? undefined : choice('from', values.from, SIDES),
    eye: point('eye', values.eye),
    lookAt: point('look-at', values['look-at']),
    fovDeg: number('fov', values.fov),
    cutAt: number('cut-at', values['cut-at']),
    width: number('width', values.width),
    height: number('height', values.height),
    labels: values['no-labels'] ? false : undefined,
    highlightIds: values.highlight,
    format,
    scale: number('scale', values.scale),
    paper: values.paper === undefined ? undefined : choice('paper', values.paper, PAPER_NAMES),
    unit: values.unit === undefined ? undefined : choice('unit', values.unit, DRAWING_UNITS),
    dimensions:
      values.dimensions === undefined
        ? undefined
        : choice('dimensions', values.dimensions, DIMENSIONS),
  }
  const present = Object.entries(given).filter(([, value]) => (value ?? null) !== null)
  return Object.fromEntries(present) as unknown as ViewRequest
}

function choice<Name extends string>(option: string, given: unknown, names: readonly Name[]): Name {
  const name = names.find((each) => each === given)
  if (name) return name
  const near = nearestWord(`${given}`, [...names])
  const hint = near ? `. Did you mean "${near}"?` : '.'
  throw new UsageError(`--${option} must be one of ${names.join(', ')}, got ${given}${hint}`)
}

function number(option: string, given: unknown): number | null {
  if (given === undefined) return null
  const value = Number(given)
  if (`${given}`.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`--${option} must be a number, got ${given}.`)
  return value
}

function point(option: string, given: unknown): number[] | null {
  if (given === undefined) return null
  const parts = `${given}`.split(',')
  if (parts.length !== 3) throw new UsageError(`--${option} must be x,y,z in metres, got ${given}.`)
  return parts.map((part) => number(option, part)!)
}
