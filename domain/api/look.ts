import { z } from 'zod'
import { Look, LookPatch } from '../schema/look.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Workspace'

export const getLook = endpoint({
  id: 'getLook',
  method: 'GET',
  path: '/v1/settings/look',
  may: 'see_operations',
  tag,
  summary: 'The logo, color and contact line that recipients see on delivery notes',
  reply: Look,
  record: 'shown',
})

export const changeLook = endpoint({
  id: 'changeLook',
  method: 'PATCH',
  path: '/v1/settings/look',
  may: 'manage_workspace',
  tag,
  summary: 'Change the logo, color and contact line',
  body: LookPatch,
  reply: Look,
  record: 'changed',
})

export const getLogo = endpoint({
  id: 'getLogo',
  method: 'GET',
  path: '/v1/settings/look/logo',
  may: 'see_operations',
  tag,
  summary: 'The logo of the workspace',
  reply: z.string().meta({ format: 'binary' }),
  media: 'image/*',
})
