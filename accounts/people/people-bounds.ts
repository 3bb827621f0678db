/** Characters of a password. As NIST SP 800-63B advises, no mixture of kinds is required. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Organizations that one person may create. */
export const ORGANIZATIONS_MAX = 10
/** Members of one organization. */
export const MEMBERS_MAX = 100
export const INVITATIONS_MAX = 100
