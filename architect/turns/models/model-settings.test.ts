import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ModelSettings, modelSettings } from './model-settings.ts'
import { openModel } from './open-model.ts'

const KEY = 'sk-secret'
const OPEN = {
  PLAT_MODEL: 'openai-compatible',
  PLAT_MODEL_URL: 'http://127.0.0.1:11434/v1/',
  PLAT_MODEL_NAME: 'qwen3:8b',
}
const ANTHROPIC = { PLAT_MODEL: 'anthropic', PLAT_MODEL_KEY: KEY, PLAT_MODEL_NAME: 'claude-x' }

const NO_PLANS: Parameters<typeof openModel>[1] = {
  plan() {
    throw new Error('nothing is planned here')
  },
}
const opened = (settings: ModelSettings | null) => openModel(settings, NO_PLANS)

test('without PLAT_MODEL the planner answers, and with none nobody does', async () => {
  expect(modelSettings({ PLAT_MODEL_KEY: KEY })).toEqual({ kind: 'planner' })
  const model = await opened(modelSettings({ PLAT_MODEL: 'planner' }))
  expect(model).toMatchObject({ name: 'planner', takesImages: false, isFree: true })
  expect(modelSettings({ PLAT_MODEL: 'none' })).toBeNull()
  expect(await opened(null)).toBeNull()
})

test('an endpoint needs an address and a name, and no key', async () => {
  const settings = modelSettings(OPEN)
  expect(settings).toEqual({
    kind: 'openai-compatible',
    name: 'openai-compatible qwen3:8b',
    url: 'http://127.0.0.1:11434/v1',
    key: null,
    models: { low: 'qwen3:8b', medium: 'qwen3:8b', high: 'qwen3:8b', pro: 'qwen3:8b' },
    takesImages: false,
  })
  const model = await opened(settings)
  expect(model).toMatchObject({ name: 'openai-compatible qwen3:8b', takesImages: false })
})

test('Anthropic has an address, and takes images unless that is turned off', async () => {
  const settings = modelSettings(ANTHROPIC)
  expect(settings).toMatchObject({ url: 'https://api.anthropic.com/v1', takesImages: true })
  expect((await opened(settings))?.name).toBe('anthropic claude-x')
  expect(modelSettings({ ...ANTHROPIC, PLAT_MODEL_IMAGES: 'no' })).toMatchObject({
    takesImages: false,
  })
})

test('efforts may have models of their own', () => {
  const settings = modelSettings({
    ...OPEN,
    PLAT_MODEL_NAME: 'a/small, high=b/large:1, pro = b/huge',
    PLAT_MODEL_IMAGES: 'yes',
  })
  expect(settings).toMatchObject({
    name: 'openai-compatible a/small, b/large:1, b/huge',
    models: { low: 'a/small', medium: 'a/small', high: 'b/large:1', pro: 'b/huge' },
    takesImages: true,
  })
})

test.each([
  [{ PLAT_MODEL: 'openai' }, 'PLAT_MODEL: is not one of planner, openai-compatible'],
  [{ ...OPEN, PLAT_MODEL_URL: '' }, 'PLAT_MODEL_URL: is not set'],
  [{ ...OPEN, PLAT_MODEL_URL: 'ftp://x' }, 'PLAT_MODEL_URL: is not an address'],
  [{ ...OPEN, PLAT_MODEL_URL: `http://u:${KEY}@x/v1` }, 'PLAT_MODEL_URL: is not an address'],
  [{ ...OPEN, PLAT_MODEL_URL: `http://x/v1?key=${KEY}` }, 'PLAT_MODEL_URL: is not an address'],
  [{ ...OPEN, PLAT_MODEL_NAME: '' }, 'PLAT_MODEL_NAME: is not a list'],
  [{ ...OPEN, PLAT_MODEL_NAME: undefined }, 'PLAT_MODEL_NAME: names no model for the effort low'],
  [{ ...OPEN, PLAT_MODEL_NAME: 'low=a, high=b' }, 'names no model for the effort medium'],
  [{ ...OPEN, PLAT_MODEL_NAME: 'a, max=b' }, 'has an effort that is not one of low, medium'],
  [{ ...OPEN, PLAT_MODEL_NAME: 'a, b' }, 'PLAT_MODEL_NAME: is not a list'],
  [{ ...OPEN, PLAT_MODEL_IMAGES: 'true' }, 'PLAT_MODEL_IMAGES: is neither yes nor no'],
  [{ ...OPEN, PLAT_MODEL_KEY: `${KEY}\n${KEY}` }, 'PLAT_MODEL_KEY: has characters'],
  [{ ...ANTHROPIC, PLAT_MODEL_KEY: ' ' }, 'PLAT_MODEL_KEY: is not set'],
  [{ PLAT_MODEL: 'scripted' }, 'PLAT_MODEL_SCRIPT: is not set'],
])('%j is refused, without its key', (environment, problem) => {
  let message = ''
  try {
    modelSettings(environment)
  } catch (error) {
    message = `${(error as Error).name} ${(error as Error).message}`
  }
  expect(message).toContain('StepError')
  expect(message).toContain(problem)
  expect(message).not.toContain(KEY)
})

test('a script is read from its file, and faults of it are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-script-'))
  const file = join(folder, 'script.json')
  const settings = modelSettings({ PLAT_MODEL: 'scripted', PLAT_MODEL_SCRIPT: file })
  try {
    await expect(opened(settings)).rejects.toThrow(/script\.json: cannot be read/)
    writeFileSync(file, '{')
    await expect(opened(settings)).rejects.toThrow(/script\.json: is not JSON/)
    writeFileSync(file, JSON.stringify({ scenarios: [{ steps: [{ text: 'Hi' }] }] }))
    expect(await opened(settings)).toMatchObject({ name: 'scripted', takesImages: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
