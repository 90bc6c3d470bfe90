import { Readable } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { may } from '#domain/permissions.ts'
import { readLocale } from '../db/workspace.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/callers/actor.ts'
import { callerOf } from '../http/callers/caller-of.ts'
import type { Caller } from '../http/callers/caller.ts'
import { readToken } from '../http/callers/token.ts'
import { knowCaller } from '../http/errors.ts'
import { isApiKey } from '../http/key-format.ts'
import { apiFor } from './api.ts'
import { confirmationsFor } from './confirmations.ts'
import { instructions } from './instructions.ts'
import { runTool } from './run-tool.ts'
import { toListed, type Work } from './tool.ts'
import { tools } from './tools.ts'

const bodyBytes = 1024 * 1024

/**
 * Serves agents at `/mcp` (Model Context Protocol, streamable HTTP). Nothing is kept between two requests: each shows its
 * token, and any server can answer it.
 */
export function registerMcp(app: FastifyInstance, deps: Deps, version: string): void {
  app.post('/mcp', { bodyLimit: bodyBytes }, async (request, reply) => {
    checkOrigin(request, deps.config.publicUrl)
    const { actor, work } = await admit(app, deps, request, reply)
    knowCaller(request, actor)
    return answer(request, reply, serverFor(actor, work, version))
  })
  // There is no stream without a question, and no session to end.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: '/mcp',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        checkOrigin(request, deps.config.publicUrl)
        readToken(request)
        reply.header('allow', 'POST')
        throw new AppError('method_not_allowed')
      },
    })
  }
}

/** A page of another site must not reach a server in the visitor's own network. @throws AppError `origin_not_allowed` */
function checkOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin) throw new AppError('origin_not_allowed')
}

/** Lets a program in as at `/v1`. Each message counts as one request. */
async function admit(app: FastifyInstance, deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  // Whoever is signed in has the dashboard; an agent of theirs asks for its own token.
  if (!isApiKey(readToken(request))) throw new AppError('not_signed_in')
  const caller = callerOf('see_self', request) as Caller<Actor>
  const { whose, enter } = await caller.admit({ deps, request, reply })
  return deps.shares.during(whose, () =>
    caller.inTransaction(deps.db, async (trx) => {
      const actor = await enter(trx)
      deps.shares.learn(whose, actor.workspaceId)
      const { timeZone, currency } = await readLocale(trx, actor.workspaceId)
      const work = {
        api: apiFor(app, request, actor),
        confirmations: confirmationsFor(actor, deps.keys.secretKey, deps.now),
        timeZone,
        currency,
        now: deps.now,
      }
      return { actor, work }
    }),
  )
}

/** A server for one message, with the tools that the caller may use. */
function serverFor(actor: Actor, work: Omit<Work, 'progress' | 'signal'>, version: string): Server {
  const server = new Server({ name: 'karta', title: 'Karta', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: tools.filter((tool) => may(actor, tool.may)).map(toListed),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification, signal }) => {
    const token = params._meta?.progressToken
    const progress: Work['progress'] = async (done, total, message) => {
      if (token === undefined) return
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token, progress: done, total, message },
      })
    }
    return (await runTool(actor, params, { ...work, progress, signal })) satisfies CallToolResult
  })
  return server
}

async function answer(request: FastifyRequest, reply: FastifyReply, server: Server) {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const asked = new Request(`http://localhost${request.url}`, { method: 'POST', headers })
  const response = await transport.handleRequest(asked, { parsedBody: request.body })
  reply.raw.on('close', () => void server.close())
  reply.status(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(response.body ? Readable.fromWeb(response.body as never) : null)
}
