import { createHash, randomBytes } from 'node:crypto'
import { createApp } from '#domain/api/apps.ts'
import type { NewApp } from '#domain/schema/app.ts'
import type { testApp, TestMember } from './test-app.ts'

export const redirect = 'https://app.example.com/callback'

type Asked = Record<string, string | undefined>

/** Goes the way of an app: registered by a workspace, asking a person, trading the code. */
export function appFlow({ app, as }: Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'as'>) {
  const inject = (method: 'GET' | 'POST' | 'DELETE', url: string, headers = {}, payload?: object | string) =>
    app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  const register = async (owner: TestMember, fields: Partial<NewApp> = {}) =>
    (await as(owner).call(createApp, { body: { name: 'Zap', redirect_uris: [redirect], ...fields } as never })).body

  /** Sends a person to the server. The address that they are sent on to. */
  async function ask(clientId: string, asked: Asked = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const query = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      scope: 'read',
      state: 'st',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...asked,
    }
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const reply = await inject('GET', `/auth/v1/oauth/authorize?${new URLSearchParams(given).toString()}`)
    const to = reply.headers.location ? new URL(reply.headers.location) : undefined
    return {
      status: reply.statusCode,
      body: reply.body,
      to,
      id: to?.searchParams.get('authorization_id') ?? '',
      verifier,
    }
  }

  const details = async (member: TestMember, id: string) =>
    (await inject('GET', `/auth/v1/oauth/authorizations/${id}`, bearer(member.token))).json()

  /** The app's address with the answer. */
  async function answer(member: TestMember, id: string, body: object = { action: 'approve' }) {
    const reply = await inject('POST', `/auth/v1/oauth/authorizations/${id}/consent`, bearer(member.token), body)
    const url = reply.json().redirect_url as string | undefined
    return { status: reply.statusCode, body: reply.json(), to: url === undefined ? undefined : new URL(url) }
  }

  /** Asks the token endpoint, as a form. */
  async function token(form: Record<string, string>, headers: Record<string, string> = {}) {
    const reply = await inject(
      'POST',
      '/auth/v1/oauth/token',
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(form).toString(),
    )
    return { status: reply.statusCode, body: reply.json() }
  }

  /** The whole way, to the tokens. */
  async function allow(
    member: TestMember,
    client: { id: string; secret: string | null },
    asked: Asked = {},
    more = {},
  ) {
    const { id, verifier } = await ask(client.id, asked)
    const { to } = await answer(member, id, { action: 'approve', workspace_id: member.workspaceId, ...more })
    const form = {
      grant_type: 'authorization_code',
      code: to?.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: asked.redirect_uri ?? redirect,
      client_id: client.id,
      ...(client.secret && { client_secret: client.secret }),
    }
    return { ...(await token(form)), form }
  }

  return { register, ask, details, answer, token, allow, inject, bearer }
}
