import { z } from 'zod'
import {
  ApiKey,
  ApiKeyChange,
  ApiKeyRotation,
  ApiKeyUsage,
  ApiUsage,
  CreatedApiKey,
  NewApiKey,
  Self,
} from '../schema/api-key.ts'
import { Day } from '../time.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'API keys'

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/api-keys',
  may: 'manage_workspace',
  tag,
  summary: 'The API keys of the workspace, newest first, revoked ones last',
  reply: z.object({ data: z.array(ApiKey) }),
})

// Not idempotent, unlike every other create: a reply kept for a second call would keep the secret.
export const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  may: 'manage_workspace',
  tag,
  summary: 'Create an API key; only this reply shows it',
  body: NewApiKey,
  reply: CreatedApiKey,
  status: 201,
  record: 'shown',
})

export const changeApiKey = endpoint({
  id: 'changeApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Change an API key; only the given fields',
  params: idParams,
  body: ApiKeyChange,
  reply: ApiKey,
  record: 'changed',
})

// Not idempotent, for the same reason as creating one.
export const rotateApiKey = endpoint({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/v1/api-keys/:id/rotate',
  may: 'manage_workspace',
  tag,
  summary: 'Give an API key a new secret, while the old one goes on working for a while',
  params: idParams,
  body: ApiKeyRotation,
  reply: CreatedApiKey,
  record: 'changed',
})

export const endOverlap = endpoint({
  id: 'endOverlap',
  method: 'POST',
  path: '/v1/api-keys/:id/end-overlap',
  may: 'manage_workspace',
  tag,
  summary: 'End the old secret of a rotated API key at once',
  params: idParams,
  reply: ApiKey,
  record: 'changed',
  addsNothing: () => true,
})

export const revokeApiKey = endpoint({
  id: 'revokeApiKey',
  method: 'POST',
  path: '/v1/api-keys/:id/revoke',
  may: 'manage_workspace',
  tag,
  summary: 'Revoke an API key permanently; it stops working immediately',
  params: idParams,
  reply: ApiKey,
  record: 'changed',
  addsNothing: () => true,
})

export const getApiUsage = endpoint({
  id: 'getApiUsage',
  method: 'GET',
  path: '/v1/api-usage',
  may: 'manage_workspace',
  tag,
  summary: 'API-key requests this month, and the limit',
  reply: ApiUsage,
})

export const getApiKeyUsage = endpoint({
  id: 'getApiKeyUsage',
  method: 'GET',
  path: '/v1/api-keys/:id/usage',
  may: 'manage_workspace',
  tag,
  summary: 'Requests with an API key on each day, at most 400 days of them',
  params: idParams,
  query: z.strictObject({
    from: Day.optional().describe('30 days before `to` unless given'),
    to: Day.optional().describe('Today unless given'),
  }),
  reply: ApiKeyUsage,
})

export const getSelf = endpoint({
  id: 'getSelf',
  method: 'GET',
  path: '/v1/self',
  may: 'see_self',
  tag,
  summary: 'Who calls and what they may do: for programs to check their key',
  reply: Self,
})

export const reportLeakedKey = endpoint({
  id: 'reportLeakedKey',
  method: 'POST',
  path: '/v1/api-keys/leaked',
  may: 'anybody',
  tag,
  summary: 'Report an API key that you found; it ends at once, and its owners are told',
  body: z.strictObject({ key: z.string().trim().min(1).max(200).describe('The whole key') }),
  reply: z.object({ ended: z.boolean().describe('Whether it still worked until now') }),
  addsNothing: () => true,
})
