import { escapeHtml } from '#domain/escape-html.ts'
import type { Mail } from '../../outside/mail.ts'

type Leak = { name: string; prefix: string; workspaceName: string; keysUrl: string }

/** Tells whoever manages a workspace that one of its keys was found where others can read it. */
export function leakMail(to: string, { name, prefix, workspaceName, keysUrl }: Leak): Mail {
  const lines = [
    `Somebody found the API key “${name}” (${prefix}…) of ${workspaceName} where it should not be, and reported it with all of its characters. Karta has ended it, so it opens nothing any more.`,
    `Give the program that used it a new key: ${keysUrl}`,
    'Also find out where the key was, and what was done with it since: the page shows when and from where it was last used.',
  ]
  return {
    to,
    subject: `The API key “${name.replace(/[\r\n]+/g, ' ')}” was found by others and ended`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
