import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import { problem } from './errors.ts'

/** Of the request line and all headers together. */
export const maxHeaderBytes = 16 * 1024

/**
 * The path and query that a request asks for, in a form that the router can always read: absolute addresses lose their
 * host, as RFC 9112 demands, and escapes that are none stand for themselves. So whatever somebody asks for goes the way
 * of every request, and is counted, answered and logged like it.
 */
export function readableUrl(target: string): string {
  const url = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')
  const [path, ...query] = url.split('?')
  return [isReadable(path!) ? path : path!.replaceAll('%', '%25'), ...query].join('?')
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What Node's parser finds wrong, by its codes. Anything else is no HTTP. */
const parserCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers a connection that sends no readable HTTP, and ends it. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket, log: FastifyBaseLogger): void {
  const { code = '' } = error
  if (code === 'ECONNRESET' || socket.destroyed) return
  const answer = parserCodes[code] ?? 'bad_request'
  const body = asBody(answer)
  log.info({ status: errors[answer].status, reason: code }, 'unreadable request')
  if (socket.writable) socket.write(`HTTP/1.1 ${head(answer)}\r\n${lines(headersOf(body))}\r\n${body}`)
  socket.destroy(error)
}

/** Answers what Node would answer with an empty body, or not at all. */
export function answerUnusual(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = asBody('expectation_failed')
    response.writeHead(errors.expectation_failed.status, headersOf(body)).end(body)
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const body = asBody('not_found')
    socket.end(`HTTP/1.1 ${head('not_found')}\r\n${lines(headersOf(body))}\r\n${body}`)
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new AppError('bad_request')
  })
}

const asBody = (code: ErrorCode) => JSON.stringify(problem(code, randomUUID()))

const head = (code: ErrorCode) => `${errors[code].status} ${STATUS_CODES[errors[code].status]}`

const headersOf = (body: string) => ({
  'content-type': 'application/problem+json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  connection: 'close',
})

const lines = (headers: Record<string, string | number>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
