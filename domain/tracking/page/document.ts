import { isRightToLeft, type MessageLanguage } from '../../messages/languages.ts'
import type { Tracking } from '../../schema/tracking.ts'
import { html, Html } from './html.ts'
import { sectionsOf } from './sections.ts'
import type { Words } from './words.ts'

/** The built files that the page loads. Without a build there are none, and the page still says everything. */
export type PageFiles = { script: string | undefined; styles: readonly string[] }

/** What the script shows: the link's own token, and the public keys of this server for sockets and notifications. */
export type PageLink = { token: string; key: string; pushKey: string }

type Head = {
  title: string
  language: MessageLanguage
  accent: string | null
  files: PageFiles
  manifest?: string
  body: Html
}

/** The page as an app: iPhones show notifications of what is on the home screen alone. */
export const trackingManifest = ({ sender }: Pick<Tracking, 'sender'>, token: string) => ({
  name: sender.name,
  start_url: `/t/${token}`,
  scope: '/t/',
  display: 'standalone',
  icons: [192, 512].map((size) => ({ src: `/icons/${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
})

/** The color of the sender, as the only style that the page brings along. Its policy allows exactly this text. */
export const accentStyle = (accent: string | null) => (accent ? `:root{--accent:${accent}}` : '')

/** A whole tracking page. It can be read without JavaScript; the script then keeps it up to date. */
export function trackingDocument(
  tracking: Tracking,
  words: Words,
  files: PageFiles,
  { token, key, pushKey }: PageLink,
): string {
  const base = `/v1/tracking/${token}/`
  const { state, rating, door, proof, forms, about } = sectionsOf(tracking, words, base)
  const { sender, language } = tracking
  const body = html`<header class="sender">
      ${sender.logo ? html`<img src="${base}${sender.logo}" alt="${sender.name}" />` : html`<p dir="auto">${sender.name}</p>`}
    </header>
    <main data-token="${token}" data-key="${key}" data-push-key="${pushKey}">
      <p id="live" role="status" class="notice" hidden></p>
      <div id="state" aria-live="polite">${state}</div>
      <div id="map" class="karta-map" hidden></div>
      <div id="rating">${rating}</div>
      <div id="door">${door}</div>
      <div id="notify"></div>
      <div id="proof">${proof}</div>
      <div id="forms">${forms}</div>
      <div id="about">${about}</div>
    </main>
    <script type="application/json" id="tracking">
      ${inScript(tracking)}
    </script>`
  return documentOf({
    title: words.say('title', { sender: sender.name }),
    language,
    accent: sender.accent,
    files,
    manifest: `/t/${token}/app.webmanifest`,
    body,
  })
}

/** The page of a link that opens nothing, whatever the reason. */
export function endedDocument(say: Words['say'], language: MessageLanguage, styles: readonly string[]): string {
  const body = html`<main>
    <section class="card state">
      <h1>${say('ended.title')}</h1>
      <p>${say('ended.text')}</p>
    </section>
  </main>`
  return documentOf({ title: say('ended.title'), language, accent: null, files: { script: undefined, styles }, body })
}

/** JSON that ends no script element, whatever people wrote. */
export const inScript = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', String.raw`\u003c`))

/** A page for recipients, with what all of them have. */
export function documentOf({ title, language, accent, files, manifest, body }: Head): string {
  return html`<!doctype html>
    <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${manifest && html`<link rel="manifest" href="${manifest}" /> <link rel="apple-touch-icon" href="/icons/180.png" />`}
        ${files.styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        ${accent && new Html(`<style>${accentStyle(accent)}</style>`)}
        ${files.script && html`<script type="module" src="${files.script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text
}
