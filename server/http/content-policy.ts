import { createHash } from 'node:crypto'

type Sources = {
  /** The only outside hosts that a page may talk to: tiles as pictures, and a map file read in parts. */
  tileUrl: string
  mapUrl: string | undefined
  publicUrl: string
}

/** What the component library puts into style elements when somebody first presses a button or opens a dialog. */
export const libraryStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
]

/**
 * Allows our script and style files, our pictures and map tiles, and by their hashes the scripts and styles that `html` or
 * the component library has inline. Nothing else. Scripts may set an element's styles one by one, as React and the map do.
 */
export function contentPolicy(site: Sources, html = '', { readsBarcodes = false, showsLogos = false } = {}) {
  const tiles = /^https?:\/\//.test(site.tileUrl) ? [tileOrigin(site.tileUrl)] : []
  const attributes = styleAttributes(html).map(hashOf)
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      // Older browsers do not count our own sockets as ours.
      connectSrc: [
        "'self'",
        site.publicUrl.replace(/^http/, 'ws'),
        ...(site.mapUrl ? [new URL(site.mapUrl).origin] : []),
      ],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // Apps of others have their pictures where they like.
      imgSrc: ["'self'", 'data:', 'blob:', ...tiles, ...(showsLogos ? ['https:'] : [])],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      // What reads barcodes is compiled from C++. WebAssembly of our own files, and no other evaluation.
      scriptSrc: ["'self'", ...inlineScripts(html).map(hashOf), ...(readsBarcodes ? ["'wasm-unsafe-eval'"] : [])],
      scriptSrcAttr: ["'none'"],
      // Browsers let style attributes pass by hash only with unsafe-hashes.
      styleSrc: [
        "'self'",
        ...libraryStyles.map(hashOf),
        ...(attributes.length > 0 ? ["'unsafe-hashes'", ...attributes] : []),
      ],
      workerSrc: ["'self'"],
      ...(site.publicUrl.startsWith('https:') && { upgradeInsecureRequests: [] }),
    },
  }
}

/** What a policy has for a script or style that is allowed by its text. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `https://{s}.tiles.example/{z}/…` → `https://*.tiles.example` */
function tileOrigin(tileUrl: string): string {
  const [scheme, rest = ''] = tileUrl.split('://')
  return `${scheme}://${rest.split('/')[0]!.replace('{s}', '*')}`
}

function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...new Set([...scripts].map(([, script]) => script!))]
}

function styleAttributes(html: string): string[] {
  const attributes = html.matchAll(/<[a-z][^<>]*?\sstyle="([^"]*)"/g)
  return [...new Set([...attributes].map(([, text]) => unescaped(text!)))]
}

/** React writes no other references into attributes. */
function unescaped(text: string): string {
  const named: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (reference) => named[reference]!)
}
