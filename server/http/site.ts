import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { contentPolicy } from './content-policy.ts'
import { sendProblem } from './errors.ts'
import { contentPolicyHeader, registerSecurityHeaders, roadPermissions } from './security-headers.ts'

type Site = {
  /** The folder of the built site. */
  root: string
  tileUrl: string
  mapUrl: string | undefined
  publicUrl: string
}

const fallback = '__spa-fallback.html'

/** The driver's app: one page for all addresses below it, with a service worker for the page itself as well. */
const driverApp = { page: 'driver/index.html', address: '/driver', worker: 'driver/service-worker.js' }

/** Where people are asked about an app. */
const consentPage = 'oauth/consent/index.html'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Pages whose address names a day, a shop's platform or a record are no files: the page for unknown addresses shows them. */
const namingPages = [
  /^\/dashboard\/planning\/(?:week\/(?:now|\d{4}-\d\d-\d\d)|\d{4}-\d\d-\d\d(?:\/scenarios)?)$/,
  /^\/dashboard\/integrations\/(?:shopify|woocommerce|wix)$/,
  new RegExp(`^/dashboard/(?:vehicles|clients|kitchens)/${id}$`),
  new RegExp(`^/dashboard/drivers/${id}/documents$`),
  new RegExp(`^/dashboard/analytics/reports/(?:new|${id})$`),
]

/** The build writes this in place of `PUBLIC_URL` (`web/marketing/page-meta.ts`). */
const builtOrigin = 'https://karta.invalid'

/** Sets security headers on every reply, and serves the built site: files, pages, and the page for unknown addresses. */
export async function registerSite(app: FastifyInstance, site: Site): Promise<void> {
  const files = existsSync(site.root)
    ? globSync('**/*.*', { cwd: site.root }).map((file) => file.replaceAll('\\', '/'))
    : []
  const pages = files.filter((file) => file.endsWith('.html'))
  const known = new Set(files.map((file) => `/${file}`))
  const addressOf = (page: string) => `/${page.replace(/\/?index\.html$/, '')}`
  const addresses = new Set(pages.filter((page) => page.endsWith('index.html')).map(addressOf))
  registerSecurityHeaders(app, site)

  if (pages.length) {
    await app.register(fastifyStatic, {
      root: site.root,
      index: false,
      wildcard: true,
      // What somebody made up never reaches the file system.
      allowedPath: (path) => known.has(path),
      setHeaders(response, path) {
        // The names of built files contain a hash of their content.
        const forever = path.includes('/assets/')
        response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
        // The data of a page, fetched while navigating to it. As text, it is compressed.
        if (path.endsWith('.data')) response.header('content-type', 'text/x-script; charset=utf-8')
        // Its folder is below the page that it serves.
        if (path.endsWith(join(driverApp.worker))) response.header('service-worker-allowed', driverApp.address)
      },
    })
    for (const file of pages.filter((page) => page.endsWith('index.html'))) {
      serve(app, addressOf(file), 'text/html; charset=utf-8', readPage(site, file))
    }
    for (const [file, type] of [
      ['sitemap.xml', 'application/xml'],
      ['robots.txt', 'text/plain'],
      ['feed.xml', 'application/rss+xml'],
    ] as const) {
      if (existsSync(join(site.root, file))) serve(app, `/${file}`, `${type}; charset=utf-8`, readPage(site, file))
    }
  }

  const unknownPage = pages.includes(fallback) && readPage(site, fallback)
  const driverPage = pages.includes(driverApp.page) && readPage(site, driverApp.page)
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    const [path = ''] = request.url.split('?')
    const withoutSlash = path.replace(/\/$/, '')
    if (wantsPage && withoutSlash !== '/' && addresses.has(withoutSlash))
      return reply.redirect(request.url.replace(path, withoutSlash), 308)
    if (wantsPage && driverPage && withoutSlash.startsWith(`${driverApp.address}/`)) {
      return reply
        .headers(driverPage.headers)
        .header('cache-control', 'no-cache')
        .type('text/html')
        .send(driverPage.text)
    }
    if (!wantsPage || !unknownPage || /^\/((auth|realtime|storage|rest|functions)\/)?v1\//.test(path))
      return sendProblem(request, reply, 'not_found')
    const status = namingPages.some((page) => page.test(withoutSlash)) ? 200 : 404
    return reply
      .status(status)
      .headers(unknownPage.headers)
      .header('cache-control', 'no-cache')
      .type('text/html')
      .send(unknownPage.text)
  })
}

type Page = {
  text: string
  etag: string
  headers: Record<string, string>
}

/** A built file with the site's own address filled in, and the policy that lets its inline scripts and styles pass. */
function readPage(site: Site, file: string): Page {
  const text = readFileSync(join(site.root, file), 'utf8').replaceAll(builtOrigin, site.publicUrl)
  const isDriverApp = file === driverApp.page
  const showsLogos = file === consentPage
  return {
    text,
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    headers: {
      ...contentPolicyHeader(contentPolicy(site, text, { readsBarcodes: isDriverApp, showsLogos })),
      ...(isDriverApp && { 'permissions-policy': roadPermissions }),
    },
  }
}

function serve(app: FastifyInstance, url: string, type: string, { text, etag, headers }: Page): void {
  app.get(url, (request, reply) => {
    reply.headers(headers).header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply.type(type).send(text)
  })
}
