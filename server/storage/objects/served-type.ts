import { bareType } from './types.ts'

/** What a browser shows or plays without running anything in it. */
const passive =
  /^(image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|font\/[\w.+-]+|text\/(plain|csv|markdown|calendar|vcard)|application\/(json|octet-stream|geo\+json))$/
/** What a browser would run, or apply to a page. */
const active =
  /^(text\/(html|xml|xsl|css|javascript|ecmascript|jscript|livescript|cache-manifest|x-component)|text\/x-(javascript|ecmascript)|application\/(xhtml\+xml|xml|xslt\+xml|(x-)?javascript|(x-)?ecmascript|manifest\+json|x-shockwave-flash|wasm)|multipart\/[\w.+-]+|message\/[\w.+-]+|model\/[\w.+-]+\+xml)$/

/**
 * How content of a type is sent, so that no browser runs it on this server's address: what would run is shown as text,
 * and what is neither that nor harmless is saved to a file.
 */
export function servedAs(type: string): { type: string; isSaved: boolean } {
  const bare = bareType(type)
  if (active.test(bare)) return { type: 'text/plain; charset=utf-8', isSaved: false }
  return { type, isSaved: !passive.test(bare) }
}
