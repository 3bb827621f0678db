import { expect, test } from 'vitest'
import { geodataSettings } from './geodata-settings.ts'

test('the service is this one, another one, or none', () => {
  expect(geodataSettings({})).toBe('own')
  expect(geodataSettings({ PLAT_GEODATA_URL: ' none ' })).toBeNull()
  expect(
    geodataSettings({ PLAT_GEODATA_URL: 'https://geo.example/api/', PLAT_GEODATA_KEY: 'sk_map_1' }),
  ).toEqual({ url: 'https://geo.example/api', key: 'sk_map_1' })
})

test.each([
  [{ PLAT_GEODATA_URL: 'geo.example' }, 'PLAT_GEODATA_URL'],
  [{ PLAT_GEODATA_URL: 'ftp://geo.example' }, 'PLAT_GEODATA_URL'],
  [{ PLAT_GEODATA_URL: 'https://u:secret@geo.example' }, 'PLAT_GEODATA_URL'],
  [{ PLAT_GEODATA_KEY: 'sk map' }, 'PLAT_GEODATA_KEY'],
])('%j is refused without the value', (environment, setting) => {
  let message = ''
  try {
    geodataSettings(environment)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain(setting)
  expect(message).not.toMatch(/secret|sk map/)
})
