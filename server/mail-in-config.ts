import { StartError } from './start-error.ts'

export type MailInConfig = {
  /** The mailbox, with its password. */
  url: string
  /** What workspaces' addresses are made of: `orders@example.com` becomes `orders+secret@example.com`. */
  address: string
}

const isLocal = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

/**
 * Reads which mailbox takes orders. Its address holds a password, so no message repeats it.
 * @throws StartError naming the setting and what it should look like
 */
export function readMailIn(env: NodeJS.ProcessEnv, isAddress: (value: string) => boolean): MailInConfig | undefined {
  const { MAIL_IN_URL: raw, MAIL_IN_ADDRESS: address } = env
  if (!raw) {
    if (address) throw new StartError('MAIL_IN_URL must be set too: MAIL_IN_ADDRESS is the address of its mailbox.')
    return undefined
  }
  const url = URL.parse(raw)
  const isReadable = url && [url.username, url.password].every((part) => part && !/%(?![0-9a-f]{2})/i.test(part))
  if (!isReadable || !/^imaps?:$/.test(url.protocol) || !url.hostname || url.search) {
    throw new StartError('MAIL_IN_URL must look like imaps://user:password@mail.example.com.')
  }
  if (url.protocol === 'imap:' && !isLocal(url.hostname)) {
    throw new StartError('MAIL_IN_URL must begin with imaps://: imap:// would send the password unencrypted.')
  }
  const base = address || decodeURIComponent(url.username)
  if (!isAddress(base) || base.includes('+')) {
    throw new StartError('MAIL_IN_ADDRESS must be the address of the mailbox of MAIL_IN_URL, like orders@example.com.')
  }
  return { url: raw, address: base.toLowerCase() }
}
