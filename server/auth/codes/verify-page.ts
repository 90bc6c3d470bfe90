import { createHash } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import { typeOf } from './links.ts'
import type { OneTimeToken } from './one-time-tokens.ts'

type Words = { title: string; text: string; button: string }

const words: Record<string, Words> = {
  signup: {
    title: 'Confirm your e-mail address',
    text: 'One click, and this address is confirmed and you are signed in:',
    button: 'Confirm my address',
  },
  invite: {
    title: 'You are invited',
    text: 'Accept the invitation for this address:',
    button: 'Accept the invitation',
  },
  magiclink: { title: 'Sign in', text: 'You asked for a link to sign in as:', button: 'Sign in' },
  recovery: {
    title: 'Choose a new password',
    text: 'On the next page you choose a new password for:',
    button: 'Continue',
  },
  email_change: {
    title: 'Change your e-mail address',
    text: 'Agree to the change of address, of which this mailbox was told:',
    button: 'Agree to the change',
  },
}

/**
 * The page that a mailed link opens. Only its button uses up the link, so that programs that open every link in a mail do
 * not. The page works without scripts and loads nothing but the site's icon.
 */
export function verifyPage(productName: string, token: OneTimeToken): string {
  const { title, text, button } = words[typeOf(token.kind, token.method)] ?? words.magiclink!
  // Whoever asked for the link has the other half of the key.
  const hint = token.flow_state_id
    ? '<p class="hint">Please open this in the browser in which you asked for the link. Elsewhere, use the code from the same mail instead.</p>'
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(`${title} · ${productName}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(productName)}</p>
<h1>${title}</h1>
<p>${text}</p>
<p class="address">${escapeHtml(token.address)}</p>
<form method="post"><button>${button}</button></form>
${hint}
</main>
</body>
</html>
`
}

const style = `
:root { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box; background: light-dark(#f6f8f7, #0d1211); color: light-dark(#0f1917, #e9f0ee) }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 2rem; border: 1px solid light-dark(#e2e8e6, #26302e); border-radius: 1rem; background: light-dark(#fff, #141a19) }
.brand { margin: 0 0 1.5rem; font-weight: 600; color: light-dark(#0a5d50, #72dcc5) }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 }
.address { margin: .25rem 0 1.5rem; font-weight: 600; overflow-wrap: anywhere }
button { width: 100%; min-height: 3rem; padding: .75rem 1.25rem; border: 0; border-radius: .6rem; background: light-dark(#0b6b5c, #35b89e); color: light-dark(#fff, #04211b); font: inherit; font-weight: 600; cursor: pointer }
button:hover { background: light-dark(#095a4d, #4bc9b0) }
button:focus-visible { outline: 3px solid light-dark(#0f8f7a, #4fd1b8); outline-offset: 3px }
.hint { margin-top: 1.25rem; font-size: .875rem; color: light-dark(#4c5b57, #a5b4b0) }
`
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * Browsers apply a form's policy to every redirect that follows, and the next server may redirect too. So the page
 * allows the whole scheme: `https:`, or an app's own.
 */
export function verifyPagePolicy(redirectTo: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self'",
    `form-action 'self' ${new URL(redirectTo).protocol}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
