import { createTransport } from 'nodemailer'
import type { MailSender } from './mail.ts'

/** Longest wait for a connection, a greeting, and any later reply. */
const SMTP_WAIT_MS = 10_000

/**
 * Sends mails through an SMTP server. `url` is `smtp://` or `smtps://`, with user and password in
 * it.
 */
export function smtpSender(url: string, from: string): MailSender {
  const transport = createTransport({
    ...partsOf(url),
    connectionTimeout: SMTP_WAIT_MS,
    greetingTimeout: SMTP_WAIT_MS,
    socketTimeout: SMTP_WAIT_MS,
    // Mails must not read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      // An object, because a string would be parsed as a list of addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}

function partsOf(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // A password must only be sent over an encrypted connection.
    requireTLS: !secure && user !== '',
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}
