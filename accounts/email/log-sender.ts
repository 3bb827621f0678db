import type { MailSender } from './mail.ts'

/**
 * Prints mails, links included, to the log of the service, for development without a mail server.
 */
export function logSender(note: (text: string) => void): MailSender {
  return {
    async send({ to, subject, text }) {
      note(`Mail to ${to}: ${subject}\n${text.replace(/^/gm, '  ')}`)
    },
    close() {},
  }
}
