import type { FastifyInstance, FastifyReply } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const allowed = [
  'Accept, Authorization, Content-Type, apikey, X-Client-Info, X-Supabase-Api-Version, X-Retry-Count, Prefer, Range',
  'Accept-Profile, Content-Profile, x-upsert, cache-control, x-metadata, x-region, x-signature, Tus-Resumable',
  'Karta-Workspace, Idempotency-Key, If-Match, If-None-Match, If-Modified-Since, If-Range, Range-Unit',
  'Upload-Length, Upload-Offset, Upload-Metadata, Upload-Defer-Length',
].join(', ')
const exposed = [
  'X-Total-Count, Link, X-Supabase-Api-Version, Content-Range, Content-Location, Location, Preference-Applied',
  'Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, x-relay-error',
  'sb-auth-user-id, sb-auth-session-id, x-sb-error-code, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining',
  'X-RateLimit-Reset, ETag, Content-Disposition, Upload-Expires, Upload-Metadata, Upload-Defer-Length',
  'RateLimit, RateLimit-Policy, X-Quota-Limit, X-Quota-Remaining, X-Quota-Reset',
].join(', ')

/**
 * Lets pages of any origin call a wire-compatible service. No cookie gives access there, only what the caller itself
 * sends, so no origin needs to be trusted.
 */
export function registerCors(service: FastifyInstance): void {
  // Just before a reply is sent, so that refusals by earlier hooks have them too.
  service.addHook('onSend', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (!origin) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    reply.header('access-control-expose-headers', exposed)
  })
  service.options('/*', (_request, reply) => allowPages(reply).status(204).send())
}

/** Answers a browser that asks what a page may send. */
export const allowPages = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', allowed)
    .header('access-control-max-age', 3600)
