import { expect, test } from 'vitest'
import { studioSettings } from './studio-settings.ts'

const URL = 'https://api.example.com/v1'
const KEY = 'sk-secret-0123456789'

test('without settings there is no provider; with them its models have prices in thousandths', () => {
  expect(studioSettings({})).toBeNull()
  expect(
    studioSettings({
      PLAT_STUDIO_URL: `${URL}/`,
      PLAT_STUDIO_KEY: ` ${KEY} `,
      PLAT_STUDIO_MODELS: 'gpt-image-1=25, org/small:2 = 4.5,free=0',
    }),
  ).toEqual({
    url: URL,
    key: KEY,
    models: [
      { id: 'gpt-image-1', price: 25_000 },
      { id: 'org/small:2', price: 4_500 },
      { id: 'free', price: 0 },
    ],
  })
})

const MODELS = { PLAT_STUDIO_MODELS: 'a=1' }
test.each([
  [{ PLAT_STUDIO_KEY: KEY }, 'PLAT_STUDIO_URL', 'PLAT_STUDIO_KEY is'],
  [MODELS, 'PLAT_STUDIO_URL', 'PLAT_STUDIO_MODELS is'],
  [{ PLAT_STUDIO_URL: URL }, 'PLAT_STUDIO_MODELS', 'is not set'],
  [{ ...MODELS, PLAT_STUDIO_URL: 'ftp://x/v1' }, 'PLAT_STUDIO_URL', 'http or https'],
  [{ ...MODELS, PLAT_STUDIO_URL: `https://u:${KEY}@x/v1` }, 'PLAT_STUDIO_URL', 'credentials'],
  [{ ...MODELS, PLAT_STUDIO_URL: URL, PLAT_STUDIO_KEY: 'sk\n1' }, 'PLAT_STUDIO_KEY', 'no header'],
  [{ PLAT_STUDIO_URL: URL, PLAT_STUDIO_MODELS: 'a' }, 'PLAT_STUDIO_MODELS', 'prices'],
  [{ PLAT_STUDIO_URL: URL, PLAT_STUDIO_MODELS: 'a=-1' }, 'PLAT_STUDIO_MODELS', 'prices'],
  [{ PLAT_STUDIO_URL: URL, PLAT_STUDIO_MODELS: 'a=0.0001' }, 'PLAT_STUDIO_MODELS', 'prices'],
  [{ PLAT_STUDIO_URL: URL, PLAT_STUDIO_MODELS: 'a=1,a=2' }, 'PLAT_STUDIO_MODELS', 'twice'],
  [{ PLAT_STUDIO_URL: URL, PLAT_STUDIO_MODELS: 'plat-x=1' }, 'PLAT_STUDIO_MODELS', 'own renderer'],
])('%j is refused, with the setting and without a key', (environment, setting, problem) => {
  const failure = (() => {
    try {
      return studioSettings(environment)
    } catch (error) {
      return error as Error
    }
  })()
  expect(failure).toBeInstanceOf(Error)
  const { message } = failure as Error
  expect(message).toContain(setting)
  expect(message).toContain(problem)
  expect(message).not.toContain(KEY)
})
