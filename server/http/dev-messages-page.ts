import { escapeHtml } from '#domain/escape-html.ts'
import { hashOf } from './content-policy.ts'

/** A kept message, as the page shows it. */
type Kept = {
  id: string
  channel: 'push' | 'email' | 'sms'
  recipient: string
  subject: string
  text_part: string
  reply_to: string | null
  created_at: string
  /** The names of what is attached. */
  files: string[]
}

/** For a browser that was not given the token. */
export const closedPage = () =>
  page('<p>This page opens with the link that Karta printed when it started: <code>/dev/messages?token=…</code></p>')

/** The messages, newest first. */
export function mailPage(mails: Kept[]): string {
  const count = mails.length === 1 ? '1 message, kept' : `${mails.length} messages, newest first, kept`
  return page(`<p>${count} here because no mail server is set: emails, and what recipients get by text and push. Set <code>SMTP_URL</code> to send mail instead; this page then goes away.</p>
${mails.map(article).join('\n') || '<p class="empty">Nothing yet. What Karta would send appears here.</p>'}`)
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Messages · Karta</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Messages</h1>
${content}
</main>
</body>
</html>
`
}

const channels = { push: 'Push', email: 'Email', sms: 'Text' } as const

function article({ id, channel, recipient, subject, text_part, reply_to, created_at, files }: Kept): string {
  const replyTo = reply_to ? (JSON.parse(reply_to) as { name: string; address: string }) : undefined
  const time = `${created_at.slice(0, 10)} ${created_at.slice(11, 19)} UTC`
  return `<article>
<h2>${escapeHtml(subject || 'Text message')}</h2>
<dl>
${channel === 'email' ? '' : `<div><dt>By</dt><dd>${channels[channel]}</dd></div>`}
<div><dt>To</dt><dd>${escapeHtml(recipient)}</dd></div>
${replyTo ? `<div><dt>Reply to</dt><dd>${escapeHtml(`${replyTo.name} <${replyTo.address}>`)}</dd></div>` : ''}
<div><dt>Time</dt><dd><time datetime="${created_at}">${time}</time></dd></div>
</dl>
<div class="text">${linked(text_part)}</div>
${files.map((name, at) => `<p>Attached: <a href="/dev/messages/${escapeHtml(id)}/${at}">${escapeHtml(name)}</a></p>`).join('\n')}
</article>`
}

/** Text whose web addresses are links, so that people can follow the link of a sign-in mail. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, at) =>
      at % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 2rem 1rem; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1a1f27, #e8ebf0) }
main { max-width: 46rem; margin: auto }
h1 { margin: 0 0 .5rem; font-size: 1.75rem }
article { margin-top: 1.5rem; padding: 1.25rem; border: 1px solid light-dark(#d5dae2, #343b47); border-radius: .75rem; background: light-dark(#fff, #1c2129) }
h2 { margin: 0 0 .5rem; font-size: 1.125rem; overflow-wrap: anywhere }
dl { margin: 0 0 1rem; font-size: .875rem }
dl div { display: flex; gap: .5rem }
dt { min-width: 4.5rem; color: light-dark(#576070, #a4adbb) }
dd { margin: 0; overflow-wrap: anywhere }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
a { color: light-dark(#1d55c4, #8ab4ff) }
code { font-family: ui-monospace, monospace }
.empty { margin-top: 2rem; color: light-dark(#576070, #a4adbb) }
`

/** The page has no scripts and no forms. */
export const mailPagePolicy = `default-src 'none'; style-src ${hashOf(style)}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
