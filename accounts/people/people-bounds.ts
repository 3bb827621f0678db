/** Characters of a password. NIST SP 800-63B asks for no mixture of kinds, and neither do we. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Organizations that one person may be in by making them. */
export const ORGANIZATIONS_MAX = 10
/** Of one organization. */
export const MEMBERS_MAX = 100
export const INVITATIONS_MAX = 100
