import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accentStyle, type PageFiles } from '#domain/tracking/page/document.ts'
import type { Config } from '../config.ts'
import { contentPolicy, hashOf } from './content-policy.ts'
import { contentPolicyHeader } from './security-headers.ts'

type Sent = {
  accent: string | null
  /** Sites that may show the page in a frame: `*`, or origins. */
  framedBy: readonly string[]
}

/** Sends a page that the server wrote for a recipient. */
export async function sendRecipientPage(
  reply: FastifyReply,
  page: string,
  { accent, framedBy }: Sent,
  config: Pick<Config, 'tileUrl' | 'mapFile' | 'publicUrl'>,
): Promise<FastifyReply> {
  const { directives } = contentPolicy({
    tileUrl: config.tileUrl,
    mapUrl: config.mapFile && 'url' in config.mapFile ? config.mapFile.url : undefined,
    publicUrl: config.publicUrl,
  })
  const policy = contentPolicyHeader({
    useDefaults: false,
    directives: {
      ...directives,
      styleSrc: [...directives.styleSrc, ...(accent ? [hashOf(accentStyle(accent))] : [])],
      frameAncestors: framedBy.length ? [...framedBy] : ["'none'"],
    },
  })
  if (framedBy.length) reply.removeHeader('x-frame-options')
  return reply
    .headers({
      ...policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** The languages that a browser asks for, the most wanted first. */
export const preferredLanguages = ({ headers }: FastifyRequest): string[] =>
  (headers['accept-language'] ?? '').split(',').map((each) => each.split(';')[0]!.trim())

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The built files of a page for recipients, by the build's own list. Without a build, the page goes without them. */
export function readPageFiles(siteRoot: string, entry: 'main.ts' | 'order/main.ts'): PageFiles {
  const file = join(siteRoot, 'tracking', 'manifest.json')
  if (!existsSync(file)) return { script: undefined, styles: [] }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const stylesOf = (name: string): string[] => {
    const { css = [], imports = [] } = manifest[name]!
    return [...imports.flatMap(stylesOf), ...css]
  }
  return {
    script: `/tracking/${manifest[entry]!.file}`,
    styles: [...new Set(stylesOf(entry))].map((each) => `/tracking/${each}`),
  }
}
