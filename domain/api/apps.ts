import { z } from 'zod'
import { AllowedApp, App, AppChange, AppGrant, CreatedApp, NewApp } from '../schema/app.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Apps'

export const listApps = endpoint({
  id: 'listApps',
  method: 'GET',
  path: '/v1/apps',
  may: 'manage_workspace',
  tag,
  summary: 'The apps that the workspace registered, oldest first',
  reply: z.object({ data: z.array(App) }),
})

// Not idempotent, like the creation of an API key: a reply kept for a second call would keep the secret.
export const createApp = endpoint({
  id: 'createApp',
  method: 'POST',
  path: '/v1/apps',
  may: 'manage_workspace',
  tag,
  summary: 'Register an app that people can allow to work for them; only this reply shows its secret',
  body: NewApp,
  reply: CreatedApp,
  status: 201,
  record: 'shown',
})

export const changeApp = endpoint({
  id: 'changeApp',
  method: 'PATCH',
  path: '/v1/apps/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Change an app; only the given fields',
  params: idParams,
  body: AppChange,
  reply: App,
  record: 'changed',
})

// Not idempotent, for the same reason as creating one.
export const changeAppSecret = endpoint({
  id: 'changeAppSecret',
  method: 'POST',
  path: '/v1/apps/:id/secret',
  may: 'manage_workspace',
  tag,
  summary: 'Give an app a new secret; the old one stops working immediately',
  params: idParams,
  reply: CreatedApp,
  record: 'changed',
})

export const deleteApp = endpoint({
  id: 'deleteApp',
  method: 'DELETE',
  path: '/v1/apps/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Delete an app, with everything that anybody allowed it',
  params: idParams,
  record: 'changed',
})

export const listAppGrants = endpoint({
  id: 'listAppGrants',
  method: 'GET',
  path: '/v1/app-grants',
  may: 'manage_workspace',
  tag,
  summary: 'What members of the workspace allowed which apps to do here, the newest first',
  reply: z.object({ data: z.array(AppGrant) }),
})

export const revokeAppGrant = endpoint({
  id: 'revokeAppGrant',
  method: 'DELETE',
  path: '/v1/app-grants/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Take back what a member allowed an app; it stops working immediately',
  params: idParams,
})

export const listAllowedApps = endpoint({
  id: 'listAllowedApps',
  method: 'GET',
  path: '/v1/account/apps',
  may: 'fully_signed_in',
  tag: 'Account',
  summary: 'The apps that you allowed something, in all of your workspaces',
  reply: z.object({ data: z.array(AllowedApp) }),
})

export const revokeAllowedApp = endpoint({
  id: 'revokeAllowedApp',
  method: 'DELETE',
  path: '/v1/account/apps/:id',
  may: 'fully_signed_in',
  tag: 'Account',
  summary: 'Take back what you allowed an app; it stops working immediately',
  params: idParams,
})
