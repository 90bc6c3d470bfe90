import { z } from 'zod'
import { Sandbox } from '../schema/sandbox.ts'
import { endpoint } from './endpoint.ts'

const tag = 'API keys'

export const getSandbox = endpoint({
  id: 'getSandbox',
  method: 'GET',
  path: '/v1/sandbox',
  may: 'manage_workspace',
  tag,
  summary: 'The workspace of sample data in which test keys work; the first test key makes it',
  reply: z.object({ sandbox: Sandbox.nullable() }),
})

export const resetSandbox = endpoint({
  id: 'resetSandbox',
  method: 'POST',
  path: '/v1/sandbox/reset',
  may: 'manage_workspace',
  tag,
  summary: 'Throw away everything in the sandbox and begin again with the sample data',
  reply: z.object({ sandbox: Sandbox }),
})
