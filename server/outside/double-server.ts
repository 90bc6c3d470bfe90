import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { escapeHtml } from '#domain/escape-html.ts'

/** A call that a double received. */
export type Received = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

export type Reply = {
  status: number
  headers?: Record<string, string>
  body?: string | object
  /** The connection ends in the middle of the body. */
  isCut?: boolean
}

/** A stand-in for an outside service, on this machine only. */
export type Double = { url: string; calls: Received[]; close(): Promise<void> }

/** Serves `answer` on a free port, or the given one, and records every call. When `answer` gives null, no reply comes. */
export async function startDouble(
  answer: (call: Received) => Reply | null | Promise<Reply | null>,
  port = 0,
): Promise<Double> {
  const calls: Received[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const call = { method: request.method ?? 'GET', url, headers: request.headers, body: await text(request) }
    calls.push(call)
    const reply = await answer(call)
    if (!reply) return
    const { status, headers, body = '', isCut = false } = reply
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers })
    const said = typeof body === 'string' ? body : JSON.stringify(body)
    if (!isCut) return void response.end(said)
    response.write(said.slice(0, said.length / 2), () => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const redirect = (to: string | URL): Reply => ({ status: 302, headers: { location: String(to) } })

/** The page on which a person approves or refuses the connection, as shop platforms have it. */
export function approvalPage(shopName: string, choices: Record<string, string | URL>): Reply {
  const links = Object.entries(choices).map(
    ([label, to]) => `<p><a href="${escapeHtml(String(to))}">${escapeHtml(label)}</a></p>`,
  )
  const title = `Karta would like to connect to ${escapeHtml(shopName)}`
  const style = '<style>body{font:1.1rem system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem}</style>'
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}<h1>${title}</h1>${links.join('')}</html>`,
  }
}
