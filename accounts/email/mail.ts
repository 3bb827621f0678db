/** One mail of plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** How mails leave. */
export interface MailSender {
  /** Throws where it could not be handed over. */
  send(mail: Mail): Promise<void>
  close(): void
}
