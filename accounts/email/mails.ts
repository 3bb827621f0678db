import type { Mail } from './mail.ts'

const END = 'If you did not ask for this, you need not do anything.'

/** The link confirms that the address is the reader's. */
export function verifyMail(to: string, link: string): Mail {
  const text = `Open this link within an hour to confirm your e-mail address:\n\n${link}\n\n${END}\n`
  return { to, subject: 'Confirm your e-mail address', text }
}

export function resetMail(to: string, link: string): Mail {
  const text = `Open this link within an hour to choose a new password:\n\n${link}\n\n${END}\n`
  return { to, subject: 'Choose a new password', text }
}

/** For who signs up again: the page says the same as for a new address. */
export function accountExistsMail(to: string, link: string): Mail {
  const how = `Sign in with it, or ask for a new password there:\n\n${link}`
  const text = `Somebody signed up with this e-mail address, and it has an account already. ${how}\n\n${END}\n`
  return { to, subject: 'You have an account already', text }
}

/** Names are what people typed: they stand in the text, and in no header. */
export function invitationMail(
  to: string,
  { organization, inviter, link }: { organization: string; inviter: string; link: string },
): Mail {
  const what = `${inviter} invites you to the organization ${organization}.`
  const text = `${what} Sign in with this e-mail address and accept within 7 days:\n\n${link}\n\n${END}\n`
  return { to, subject: 'You are invited to an organization', text }
}
