import { z } from 'zod'
import { ApiKey, ApiKeyChange, ApiUsage, CreatedApiKey, NewApiKey } from '../schema/api-key.ts'
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

export const renameApiKey = endpoint({
  id: 'renameApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Rename an API key',
  params: idParams,
  body: ApiKeyChange,
  reply: ApiKey,
  record: 'changed',
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
