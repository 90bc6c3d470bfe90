/** Every mail of the sign-in service; a template's files are named after it. */
export type MailKind = keyof typeof variablesOf

const always = ['AppName', 'SiteURL', 'Email', 'Data'] as const
const link = [...always, 'ConfirmationURL', 'Token', 'TokenHash', 'RedirectTo'] as const
const change = [...link, 'NewEmail'] as const

/** What the templates of each mail may show. */
export const variablesOf = {
  confirmation: link,
  'magic-link': link,
  recovery: link,
  invite: link,
  /** To the new address. */
  'email-change': change,
  /** To the address that is still the account's. */
  'email-change-current': change,
  reauthentication: [...always, 'Token'],
  'new-device': [...always, 'Device', 'IpAddress', 'Time'],
  'password-changed': [...always, 'Time'],
  'email-changed': [...always, 'OldEmail', 'Time'],
  'factor-added': [...always, 'FactorType', 'Time'],
  'passkey-added': [...always, 'Time'],
} as const

/** Values by variable; `Data` is what the person, or the page they used, said about themselves. */
export type MailValues = Record<string, string | Record<string, unknown>>
