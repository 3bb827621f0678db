import type { Mail } from './mail.ts'
import { formatLife, INVITATION_S, LINK_S } from './mail-lives.ts'

const END = 'If you did not request this, you can ignore this mail.'

/** A link that confirms that the reader owns the address. */
export function verifyMail(to: string, link: string): Mail {
  const text = `Open this link within ${formatLife(LINK_S)} to confirm your e-mail address:\n\n${link}\n\n${END}\n`
  return { to, subject: 'Confirm your e-mail address', text }
}

export function resetMail(to: string, link: string): Mail {
  const text = `Open this link within ${formatLife(LINK_S)} to choose a new password:\n\n${link}\n\n${END}\n`
  return { to, subject: 'Choose a new password', text }
}

/** Mail after a sign-up with a known address, which the page answers as it answers a new one. */
export function accountExistsMail(to: string, link: string): Mail {
  const how = `Sign in with it, or request a new password there:\n\n${link}`
  const text = `Somebody signed up with this e-mail address, and it has an account already. ${how}\n\n${END}\n`
  return { to, subject: 'You have an account already', text }
}

/** Names are text that people typed, so they appear in the text only, never in a header. */
export function invitationMail(
  to: string,
  { organization, inviter, link }: { organization: string; inviter: string; link: string },
): Mail {
  const what = `${inviter} invites you to the organization ${organization}.`
  const text = `${what} Sign in with this e-mail address and accept within ${formatLife(INVITATION_S)}:\n\n${link}\n\n${END}\n`
  return { to, subject: 'You are invited to an organization', text }
}
