import type { MailSender } from './mail.ts'

/** Prints mails, links included, where the service logs: for development, where nobody gets mail. */
export function logSender(note: (text: string) => void): MailSender {
  return {
    async send({ to, subject, text }) {
      note(`Mail to ${to}: ${subject}\n${text.replace(/^/gm, '  ')}`)
    },
    close() {},
  }
}
