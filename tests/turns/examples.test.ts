import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENE_ROUTES } from '../../architect/service/routes/index.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { encodePng } from '../../images/png.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import { SCENARIOS, scripted } from './turn-script.ts'

const run = promisify(execFile)
const FOLDER = join(PROJECT_ROOT, 'examples/turns')
const PYTHON_HOME = join(PROJECT_ROOT, '.plat/python-openai')
const PYTHON = join(PYTHON_HOME, 'bin/python')
/** Longest time that pip may take: without its client the Python examples are skipped. */
const INSTALL_MS = 240_000
/** The client that the Python examples run with. */
const PYTHON_PACKAGE = 'openai==3.22.1'

const KITCHEN = 'The kitchen has 12 m2.'

interface Example {
  file: string
  /** What its output has. */
  prints: (string | RegExp)[]
  /** Path below `/v1` of the route that it calls, where that may not be there yet. */
  route?: string
}

const EXAMPLES: Example[] = [
  {
    file: 'foreground.sh',
    prints: [
      '"status":"completed"',
      `"output_text":"${KITCHEN}"`,
      '"svc_version_label":"A kitchen"',
    ],
  },
  { file: 'background.sh', prints: [`"output_text":"${KITCHEN}"`, '"name":"create_room"'] },
  { file: 'cancel.sh', prints: ['"object":"response"', '"status":"cancelled"'] },
  {
    file: 'credits.sh',
    prints: ['{"reason":"max_credits"}', '"credits":1.05', '"svc_version":"1"'],
  },
  { file: 'retry.sh', prints: [/^(resp_\w+)\n\1\n$/] },
  { file: 'upload.sh', prints: [`"output_text":"${KITCHEN}"`], route: '/files' },
  {
    file: 'background.ts',
    prints: [`completed ${KITCHEN}\n`, /^A kitchen http:\S+\/projects\/prj_\w+\?version=1$/m],
  },
  { file: 'stream.ts', prints: [/^- .+\n/, `${KITCHEN}\ncompleted\n`] },
  { file: 'picture.ts', prints: [KITCHEN] },
  { file: 'chat.ts', prints: [`stop ${KITCHEN}`], route: '/chat/completions' },
  { file: 'ai-sdk.ts', prints: ['A room of 4 by 3 m.', KITCHEN, /^resp_\w+$/m] },
  { file: 'question.py', prints: ['1. North\n2. East\n', 'completed North it is.\n'] },
  { file: 'stream.py', prints: [/^- .+\n/, KITCHEN] },
]

/** Examples of the long run alone: others like them run in `npm test`. */
const LONG_EXAMPLES = [
  ...['background.sh', 'cancel.sh', 'credits.sh'],
  ...['background.ts', 'stream.ts', 'picture.ts', 'ai-sdk.ts'],
]

const hasRoute = (route?: string) =>
  route === undefined || SCENE_ROUTES.some(({ root, path }) => root === '/v1' && path === route)

/**
 * Whether Python has its client. The long run installs it, where the machine has Python and the
 * registry answers; a shorter run uses what is there.
 */
async function hasPython(): Promise<boolean> {
  const version = `import openai; assert openai.__version__ == "${PYTHON_PACKAGE.split('==')[1]}"`
  const works = () => run(PYTHON, ['-c', version]).then(...YES_NO)
  if (await works()) return true
  if (!isLongRun || !(await run('python3', ['-m', 'venv', PYTHON_HOME]).then(...YES_NO)))
    return false
  const options = ['--quiet', '--disable-pip-version-check', PYTHON_PACKAGE]
  await run(PYTHON, ['-m', 'pip', 'install', ...options], { timeout: INSTALL_MS }).then(...YES_NO)
  return await works()
}

const YES_NO = [() => true, () => false] as const

test('every example has its test', () => {
  expect(EXAMPLES.map(({ file }) => file).sort()).toEqual(readdirSync(FOLDER).sort())
})

onEmbeddedEngine((engine) => {
  const [kitchen] = SCENARIOS
  const house = {
    match: 'whole house',
    steps: [...kitchen.steps.slice(0, 1), { delay_ms: 60_000 }],
  }
  const settings = scripted([house, ...SCENARIOS])
  let service: ProjectsService
  let folder: string
  let url: string
  beforeAll(async () => {
    service = await ProjectsService.open(engine, { turns: settings })
    await service.opened.app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(service.opened.app.server.address() as AddressInfo).port}`
    folder = mkdtempSync(join(tmpdir(), 'plat-examples-'))
    writeFileSync(join(folder, 'brief.txt'), 'A kitchen of 4 by 3 m.\n')
    const pixels = { width: 2, channels: 4, data: new Uint8Array(16).fill(255) } as const
    writeFileSync(join(folder, 'plan.png'), await encodePng(pixels, 1))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await service?.close()
    settings[Symbol.dispose]()
  })

  async function outputOf(file: string): Promise<string> {
    const PROJECT = await service.project()
    const env = { ...process.env, ARCHITECT_URL: url, ARCHITECT_KEY: service.key, PROJECT }
    const programs: Record<string, string[]> = {
      '.sh': ['bash', '-euo', 'pipefail'],
      '.ts': [process.execPath],
      '.py': [PYTHON],
    }
    const [program, ...options] = programs[extname(file)]
    const { stdout, stderr } = await run(program, [...options, join(FOLDER, file)], {
      cwd: folder,
      env,
    })
    expect(stderr.replace(/^.*(ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('')
    return stdout
  }

  describe('the example', () => {
    test.for(EXAMPLES.filter(({ file }) => isLongRun || !LONG_EXAMPLES.includes(file)))(
      '$file',
      async ({ file, prints, route }, { skip }) => {
        if (!hasRoute(route)) skip(`the service has no route ${route}`)
        if (extname(file) === '.py' && !(await hasPython()))
          skip(`no Python with ${PYTHON_PACKAGE}`)
        const output = await outputOf(file)
        for (const part of prints)
          expect(output).toEqual(
            typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part),
          )
      },
    )
  })
})
