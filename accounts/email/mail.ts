/** One mail of plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mails. */
export interface MailSender {
  /** Throws when the mail could not be sent. */
  send(mail: Mail): Promise<void>
  close(): void
}
