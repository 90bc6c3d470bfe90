import { z } from 'zod'
import {
  OperatorDay,
  OperatorFailures,
  OperatorMessage,
  OperatorMessagePage,
  OperatorOverview,
  operatorSearch,
  OperatorWorkspace,
  OperatorWorkspaceChange,
  OperatorWorkspacePage,
} from '../schema/operator.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

// For those alone whom OPERATOR_EMAILS names. To everybody else, these do not exist.
const tag = 'Operator'
const may = 'fully_signed_in'

export const getOperatorOverview = endpoint({
  id: 'getOperatorOverview',
  method: 'GET',
  path: '/v1/operator',
  may,
  tag,
  summary: 'How the installation does',
  reply: OperatorOverview,
})

export const listOperatorWorkspaces = endpoint({
  id: 'listOperatorWorkspaces',
  method: 'GET',
  path: '/v1/operator/workspaces',
  may,
  tag,
  summary: 'All workspaces, the newest first',
  query: z.strictObject({ ...pageQuery, q: operatorSearch }),
  reply: OperatorWorkspacePage,
})

export const changeOperatorWorkspace = endpoint({
  id: 'changeOperatorWorkspace',
  method: 'PATCH',
  path: '/v1/operator/workspaces/:id',
  may,
  tag,
  summary: 'Change the tier of a workspace, its licenses, its account manager or the end of its trial',
  params: idParams,
  body: OperatorWorkspaceChange,
  reply: OperatorWorkspace,
})

export const listOperatorDays = endpoint({
  id: 'listOperatorDays',
  method: 'GET',
  path: '/v1/operator/days',
  may,
  tag,
  summary: 'What was used on each of the last 30 days, the newest first',
  reply: z.object({ data: z.array(OperatorDay) }),
})

export const getOperatorFailures = endpoint({
  id: 'getOperatorFailures',
  method: 'GET',
  path: '/v1/operator/failures',
  may,
  tag,
  summary: 'Mail, tasks, notifications and webhooks that failed, by reason',
  reply: OperatorFailures,
})

export const retryOperatorMails = endpoint({
  id: 'retryOperatorMails',
  method: 'POST',
  path: '/v1/operator/mails/retry',
  may,
  tag,
  summary: 'Send mail again that failed',
  reply: z.object({ retried: z.int() }),
})

export const retryOperatorTasks = endpoint({
  id: 'retryOperatorTasks',
  method: 'POST',
  path: '/v1/operator/tasks/retry',
  may,
  tag,
  summary: 'Do tasks of one kind again that failed',
  body: z.strictObject({ name: z.string().max(100) }),
  reply: z.object({ retried: z.int() }),
})

export const listOperatorMessages = endpoint({
  id: 'listOperatorMessages',
  method: 'GET',
  path: '/v1/operator/messages',
  may,
  tag,
  summary: 'What people wrote on the contact page, the newest first',
  query: z.strictObject({ ...pageQuery, answered: z.enum(['yes', 'no']).optional() }),
  reply: OperatorMessagePage,
})

export const changeOperatorMessage = endpoint({
  id: 'changeOperatorMessage',
  method: 'PATCH',
  path: '/v1/operator/messages/:id',
  may,
  tag,
  summary: 'Mark a message as answered, or as not answered',
  params: idParams,
  body: z.strictObject({ answered: z.boolean() }),
  reply: OperatorMessage,
})
