/** Every mail of the sign-in service. The files of its template have the same name. */
export type MailKind = keyof typeof variablesOf

const always = ['AppName', 'SiteURL', 'Email', 'Data'] as const
const link = [...always, 'ConfirmationURL', 'Token', 'TokenHash', 'RedirectTo'] as const
const change = [...link, 'NewEmail'] as const

/** The variables that the templates of each mail may use. */
export const variablesOf = {
  confirmation: link,
  'magic-link': link,
  recovery: link,
  invite: link,
  /** Goes to the new address. */
  'email-change': change,
  /** Goes to the current address. */
  'email-change-current': change,
  reauthentication: [...always, 'Token'],
  'new-device': [...always, 'Device', 'IpAddress', 'Time'],
  'wrong-passwords': [...always, 'Failures', 'Device', 'IpAddress', 'Time'],
  'password-changed': [...always, 'Time'],
  'email-changed': [...always, 'OldEmail', 'Time'],
  'factor-added': [...always, 'FactorType', 'Time'],
  'passkey-added': [...always, 'Time'],
  'app-allowed': [...always, 'App', 'Workspace', 'Time'],
  'account-changed': [...always, 'Change', 'Time'],
} as const

/** Values by variable. `Data` is what the person, or the page they used, said about themselves. */
export type MailValues = Record<string, string | Record<string, unknown>>
