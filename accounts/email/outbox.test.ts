import { expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { Outbox } from './outbox.ts'

const mail = (to: string): Mail => ({ to, subject: 'Hello', text: 'a secret link' })

/** A sender whose first sends fail with the given errors. */
function scripted(failures: (Error | null)[]) {
  const sent: string[] = []
  return {
    sent,
    async send({ to }: Mail) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(to)
    },
    close() {},
  }
}

function open(failures: (Error | null)[], mayMail?: (to: string) => Promise<boolean>) {
  const notes: string[] = []
  const sender = scripted(failures)
  const outbox = new Outbox(sender, (text) => notes.push(text), { mayMail, retryWait_ms: 1 })
  return { outbox, notes, sent: sender.sent }
}
const failed = (details: object) => Object.assign(new Error('550 ada@example.com'), details)

test('mails leave in the order in which they were posted', async () => {
  const { outbox, sent } = open([])
  for (const to of ['a', 'b', 'c']) outbox.post(mail(to))
  await outbox.idle()
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('a mail is tried three times, and the next ones wait their turn', async () => {
  const broken = failed({ code: 'ECONNECTION' })
  const { outbox, sent, notes } = open([broken, broken, null, broken, broken, broken, null])
  for (const to of ['a', 'b', 'c']) outbox.post(mail(to))
  await outbox.idle()
  expect(sent).toEqual(['a', 'c'])
  expect(notes).toEqual(['A mail could not be sent: ECONNECTION.'])
})

test('a mail that the server refuses for good is not sent again, and the log has no address', async () => {
  const { outbox, sent, notes } = open([failed({ code: 'EENVELOPE', responseCode: 550 })])
  for (const to of ['a', 'b']) outbox.post(mail(to))
  await outbox.idle()
  expect(sent).toEqual(['b'])
  expect(notes).toEqual(['A mail could not be sent: EENVELOPE, reply 550.'])
})

test('past 200 waiting mails a new one is dropped and logged', async () => {
  const { outbox, sent, notes } = open([])
  // The first is on its way at once.
  for (let i = 0; i < 203; i++) outbox.post(mail(`${i}`))
  await outbox.idle()
  expect(sent.length).toBe(201)
  expect(notes.length).toBe(2)
})

test('an address past its limit gets no more mails, and no error is reported', async () => {
  const { outbox, sent, notes } = open([], async (to) => to !== 'full')
  for (const to of ['full', 'a']) outbox.post(mail(to))
  await outbox.idle()
  expect([sent, notes]).toEqual([['a'], []])
})

test('closing waits for the mail in flight, and logs how many were dropped', async () => {
  const { outbox, sent, notes } = open([])
  for (const to of ['a', 'b', 'c']) outbox.post(mail(to))
  await outbox.close()
  outbox.post(mail('d'))
  expect(sent).toEqual(['a'])
  expect(notes[0]).toBe('2 mails were left out.')
  expect(notes.length).toBe(2)
})
