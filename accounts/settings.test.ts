import { expect, test } from 'vitest'
import { StepError } from '../terminal/step-error.ts'
import { accountsSettings } from './settings.ts'

const read = (environment: Record<string, string>) => accountsSettings(environment, '/srv/plat')
function failure(environment: Record<string, string>): StepError {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof StepError) return error
  }
  throw new Error('it was read')
}
const SECRET = 'x'.repeat(32)
const PRODUCTION = { NODE_ENV: 'production', PLAT_PUBLIC_URL: 'https://maps.example.com' }

test('without settings the accounts live in the home, and mails go to the log', () => {
  expect(read({})).toEqual({
    folder: '/srv/plat/accounts',
    database: { kind: 'embedded', folder: '/srv/plat/accounts/database' },
    secret: null,
    public_url: null,
    email: { kind: 'log' },
  })
})

test('with DATABASE_URL they live in PostgreSQL, and the secret must be set', () => {
  const url = 'postgresql://plat@db.example/plat'
  expect(failure({ DATABASE_URL: url }).target).toBe('PLAT_AUTH_SECRET')
  const settings = read({ DATABASE_URL: url, PLAT_AUTH_SECRET: SECRET })
  expect(settings.database).toEqual({ kind: 'postgresql', url })
  expect(settings.secret).toBe(SECRET)
})

test('production without a way to send mails does not start, and names the setting', () => {
  const error = failure(PRODUCTION)
  expect(error.target).toBe('PLAT_EMAIL')
  expect(error.remedy).toContain('smtps://')
  expect(read({ ...PRODUCTION, PLAT_EMAIL: 'log' }).email).toEqual({ kind: 'log' })
})

test('mails by SMTP need a sender, and an address that no request can choose', () => {
  expect(failure({ PLAT_EMAIL: 'smtp://127.0.0.1:25' }).target).toBe('PLAT_PUBLIC_URL')
  const email = { PLAT_EMAIL: 'smtp://127.0.0.1:25', PLAT_PUBLIC_URL: 'http://localhost:8080' }
  expect(failure(email).target).toBe('PLAT_EMAIL_FROM')
  const from = 'Plat <plat@example.com>'
  const settings = read({ ...email, PLAT_EMAIL_FROM: from })
  expect(settings.email).toEqual({ kind: 'smtp', url: 'smtp://127.0.0.1:25', from })
})

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user:hunter2@db.example/plat' }],
  ['PLAT_AUTH_SECRET', { PLAT_AUTH_SECRET: 'hunter2' }],
  ['PLAT_PUBLIC_URL', { PLAT_PUBLIC_URL: 'https://maps.example.com/path?hunter2' }],
  ['PLAT_PUBLIC_URL', { PLAT_PUBLIC_URL: 'https://user:hunter2@maps.example.com' }],
  ['PLAT_PUBLIC_URL', { PLAT_PUBLIC_URL: 'ftp://maps.example.com' }],
  ['PLAT_PUBLIC_URL', { NODE_ENV: 'production', PLAT_EMAIL: 'log' }],
  ['PLAT_EMAIL', { PLAT_EMAIL: 'https://user:hunter2@mail.example.com' }],
  [
    'PLAT_EMAIL_FROM',
    {
      PLAT_PUBLIC_URL: 'http://localhost:8080',
      PLAT_EMAIL: 'smtp://x',
      PLAT_EMAIL_FROM: 'a@b.example\r\nBcc: hunter2',
    },
  ],
])('the error of a wrong %s has its name and not its value', (setting, environment) => {
  const error = failure(environment)
  expect(error.target).toBe(setting)
  expect(`${error.message} ${error.remedy}`).not.toContain('hunter2')
})
