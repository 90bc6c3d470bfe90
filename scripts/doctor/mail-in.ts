import type { Config } from '#server/config.ts'
import { tryMailbox } from '#server/outside/mail-in/mailbox.ts'
import { about, reasonOf, type Finding } from './finding.ts'

/** Whether the mailbox for orders can be opened. It reads and marks nothing. */
export async function checkMailIn({ mailIn }: Config): Promise<Finding[]> {
  const { right, wrong } = about('Orders by mail')
  if (!mailIn) return [right('no mailbox: orders do not come by mail')]
  const { host } = new URL(mailIn.url)
  try {
    await tryMailbox(mailIn.url)
    return [right(`${host} opens the mailbox; mail comes to ${mailIn.address}`)]
  } catch (error) {
    const { authenticationFailed: isRefused, responseText } = error as ImapProblem
    const why = isRefused ? 'it refuses the user or password' : (responseText ?? reasonOf(error))
    return [wrong(`${host}: ${why}`, `correct ${isRefused ? 'the user and password in ' : ''}MAIL_IN_URL`)]
  }
}

/** What an IMAP server said, beside the message of the error. */
type ImapProblem = { authenticationFailed?: boolean; responseText?: string }
