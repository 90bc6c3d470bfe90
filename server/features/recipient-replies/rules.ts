import { escapeHtml } from '#domain/escape-html.ts'
import { hashOf } from '../../http/content-policy.ts'

const style = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 3rem 1rem; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1a1f27, #e8ebf0) }
main { max-width: 30rem; margin: auto }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: #0b6b5c; color: #fff }
button:focus-visible { outline: 3px solid light-dark(#0b6b5c, #7fd6c6); outline-offset: 2px }
`

const page = (head: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${head}</title><style>${style}</style></head>
<body><main><h1>${head}</h1>${content}</main></body>
</html>
`

/** It asks, because programs that check links open them too. */
export const askPage = (token: string) =>
  page(
    'Stop emails about deliveries?',
    `<p>The sender of your delivery will send you no more emails.</p>
<form method="post" action="/unsubscribe/${escapeHtml(token)}"><button>Stop emails</button></form>`,
  )

export const donePage = page('You get no more emails', '<p>The sender of your delivery will not email you again.</p>')

export const unknownPage = page(
  'This link does not work',
  '<p>It belongs to no email that is known here. Open the link in a newer email.</p>',
)

/** The pages have no scripts. */
export const pagePolicy = `default-src 'none'; style-src ${hashOf(style)}; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
