import { z } from 'zod'
import { PURPOSE_MAX } from '../../accounts/agents/agent-bounds.ts'
import { NAME_MAX, PLAIN_TEXT } from '../../accounts/keys/key-kinds.ts'

/** Bytes of the body of a request of an agent account. */
export const AGENT_BODY_BYTES_MAX = 8_192
/** Characters of an invite as it is sent: its token, or the whole link. */
const INVITE_CHARACTERS_MAX = 2_000
const PLAIN = 'must be text without control characters'

const line = (most: number) => z.string().trim().min(1).max(most).regex(PLAIN_TEXT, PLAIN)

const name = line(NAME_MAX).describe('Name of the agent, for people')
const purpose = line(PURPOSE_MAX).describe('What the agent is for, for the person who claims it')
const client = line(NAME_MAX).describe('The program that the agent runs in')

/** The body of a registration. */
export const Registration = z.strictObject({ name, purpose, client })

/** The body of a redemption; the profile is for a new agent. */
export const Redemption = z.strictObject({
  invite: z.string().min(1).max(INVITE_CHARACTERS_MAX).describe('The token, or the whole link'),
  name: name.optional().describe('Name of a new agent; that of the invite if absent'),
  purpose: purpose.optional(),
  client: client.optional(),
})
