import { expect, test } from 'vitest'
import { type Command, type CommandArguments, UsageError } from './command.ts'
import { describeError, dispatch } from './dispatch.ts'
import { SILENT } from './progress.ts'
import { StepError } from './step-error.ts'

let seen: CommandArguments | undefined

const DOSSIER: Command = {
  name: 'dossier',
  summary: 'Reports what is known at a location',
  usage: 'dossier <lat> <lng> [options]',
  options: {
    layer: { type: 'string', short: 'l', value: 'id', help: 'Only this layer', multiple: true },
    lng: { type: 'string', help: 'Longitude' },
    build: { type: 'string', help: 'The build to read', default: 'pinned' },
    json: { type: 'boolean', help: 'As JSON' },
  },
  examples: ['plat dossier 44.8 -68.77'],
  async run(args, out) {
    seen = args
    if (args.positionals[0] === 'wrong') throw new UsageError('a point is two numbers')
    if (args.positionals[0] === 'down') {
      throw new StepError('fetch', 'https://example.test/a.zip', 'HTTP 503', 'try again later', {
        cause: new Error('service unavailable', { cause: 'maintenance' }),
      })
    }
    if (args.positionals[0] === 'bug') throw new TypeError('rows is not iterable')
    out.print('a dossier')
    return args.positionals[0] === 'none' ? 1 : 0
  },
}
const BUILD: Command = { ...DOSSIER, name: 'build', summary: 'Makes a build', usage: 'build' }

async function call(...argv: string[]) {
  seen = undefined
  const printed: string[] = []
  const errors: string[] = []
  const code = await dispatch([BUILD, DOSSIER], argv, {
    out: { progress: SILENT, print: (text) => void printed.push(text) },
    printError: (text) => void errors.push(text),
  })
  return { code, printed: printed.join('\n'), errors: errors.join('\n') }
}

test('a western longitude is a number, not a group of options', async () => {
  expect((await call('dossier', '44.8', '-68.77', '--lng', '-68.5', '--json')).code).toBe(0)
  expect(seen!.positionals).toEqual(['44.8', '-68.77'])
  expect(seen!.values).toMatchObject({ lng: '-68.5', json: true, build: 'pinned' })
})

test('an option may be given short, with an equals sign, and more than once', async () => {
  await call('dossier', '-l', 'flood', '--layer=parcel')
  expect(seen!.values.layer).toEqual(['flood', 'parcel'])
})

test('help lists the commands, and shows the usage, options and examples of one', async () => {
  for (const argv of [['help'], ['--help'], ['-h']]) {
    const { code, printed } = await call(...argv)
    expect(code).toBe(0)
    expect(printed).toMatch(
      /build +Makes a build\n {2}dossier +Reports what is known at a location/,
    )
  }
  const help = await call('help', 'dossier')
  expect(help.printed).toContain('Usage: plat dossier <lat> <lng> [options]')
  expect(help.printed).toContain('-l, --layer <id>     Only this layer (repeatable)')
  expect(help.printed).toContain('--build <value>  The build to read (default pinned)')
  expect(help.printed).toContain('plat dossier 44.8 -68.77')
  expect(await call('dossier', '--help')).toEqual(help)
  expect(seen).toBeUndefined()
})

test('for a mistyped command or option the nearest one is suggested', async () => {
  const command = await call('dosier')
  expect(command).toMatchObject({ code: 2, printed: '' })
  expect(command.errors).toContain('Did you mean "dossier"?')
  const option = await call('dossier', '--jsno')
  expect(option).toMatchObject({ code: 2, printed: '' })
  expect(option.errors).toContain('no option --jsno. Did you mean --json?')
  expect((await call('dossier', '--qqqqqq')).errors).not.toContain('Did you mean')
})

test('a wrong call ends with 2 and the usage, and runs nothing', async () => {
  expect(await call()).toMatchObject({ code: 2, printed: '' })
  expect((await call('dossier', '--build')).code).toBe(2)
  expect((await call('dossier', '--json=yes')).code).toBe(2)
  expect(seen).toBeUndefined()
  const { code, errors } = await call('dossier', 'wrong')
  expect(code).toBe(2)
  expect(errors).toContain('dossier: a point is two numbers\nUsage: plat dossier <lat> <lng>')
})

test('the exit code is that of the command', async () => {
  expect(await call('dossier', 'none')).toEqual({ code: 1, printed: 'a dossier', errors: '' })
})

test('a failure of the outside world names step, target, remedy and causes, without a stack', async () => {
  const { code, errors } = await call('dossier', 'down')
  expect(code).toBe(1)
  expect(errors.split('\n')).toEqual([
    'fetch failed: HTTP 503',
    '  on      https://example.test/a.zip',
    '  remedy  try again later',
    '  cause   service unavailable',
    '  cause   maintenance',
  ])
})

test('a bug shows its stack', async () => {
  const { code, errors } = await call('dossier', 'bug')
  expect(code).toBe(1)
  expect(errors).toMatch(/TypeError: rows is not iterable\n +at .*dispatch\.test\.ts/)
})

test('a command is imported when it is called, and only that one', async () => {
  const printed: string[] = []
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  const gone = Object.assign(new Error("Cannot find package 'gdal-async' imported from a.ts"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const loaders = [
    { name: 'build', load: () => Promise.reject(gone) },
    { name: 'dossier', load: () => Promise.resolve(DOSSIER) },
  ]
  const errors: string[] = []
  const printError = (text: string) => void errors.push(text)
  expect(await dispatch(loaders, ['dossier', '44.8'], { out, printError })).toBe(0)
  expect([printed, errors]).toEqual([['a dossier'], []])
  // An image that only serves has no GDAL: its help leaves out what cannot run there.
  expect(await dispatch(loaders, ['help'], { out, printError })).toBe(0)
  expect(printed[1]).toContain('dossier')
  expect(printed[1]).not.toContain('build')
  expect(await dispatch(loaders, ['build'], { out, printError })).toBe(1)
  expect(errors[0]).toMatch(/^build failed: this part is not installed here\n {2}on +gdal-async/)
})

test('a folder that an image leaves out is missing, a file missing from a folder is a bug', async () => {
  const errors: string[] = []
  const printError = (text: string) => void errors.push(text)
  const call = (path: string) => {
    const gone = Object.assign(new Error(`Cannot find module '${path}'`), {
      code: 'ERR_MODULE_NOT_FOUND',
      url: new URL(path, import.meta.url).href,
    })
    const loaders = [{ name: 'build', load: () => Promise.reject(gone) }]
    return dispatch(loaders, ['build'], { out: { progress: SILENT, print() {} }, printError })
  }
  expect(await call('../no-such-folder/build.ts')).toBe(1)
  expect(await call('./no-such-file.ts')).toBe(1)
  expect(errors[0]).toMatch(
    /^build failed: this part is not installed here\n {2}on .*no-such-folder/,
  )
  expect(errors[1]).toMatch(/^Error: Cannot find module/)
})

test('a broken command file is a bug, not a missing package', async () => {
  const errors: string[] = []
  const load = () => Promise.reject(new SyntaxError('Unexpected token'))
  const options = {
    out: { progress: SILENT, print() {} },
    printError: (text: string) => void errors.push(text),
  }
  expect(await dispatch([{ name: 'build', load }], ['help'], options)).toBe(1)
  expect(errors[0]).toContain('SyntaxError: Unexpected token')
})

test('causes that go in a circle end', () => {
  const cause: Error & { cause?: unknown } = new Error('round')
  cause.cause = cause
  const text = describeError(new StepError('read', 'a', 'b', 'c', { cause }))
  expect(text.split('\n')).toHaveLength(8)
})
