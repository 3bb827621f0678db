import { expect, test } from 'vitest'
import { startingCreditsFrom } from './credit-settings.ts'

test('the starting credits are a number of credits or 0, 1,000 by default', () => {
  const of = (text?: string) => startingCreditsFrom({ PLAT_CREDITS_START: text })
  expect([of(), of(''), of('0'), of('2.5'), of('250')]).toEqual([
    1_000_000, 1_000_000, 0, 2_500, 250_000,
  ])
  for (const wrong of ['-1', '1e3', ' 5', 'none', '0.0001', '0.0', '99999999999'])
    expect(() => of(wrong), wrong).toThrow(/PLAT_CREDITS_START: it must be .*got/)
})
