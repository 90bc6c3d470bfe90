import { z } from 'zod'
import { AlertChoices, AlertChoicesPatch, NewPushSubscription, PushSubscription } from '../schema/push.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Notifications'

export const getPushKey = endpoint({
  id: 'getPushKey',
  method: 'GET',
  path: '/v1/push-key',
  may: 'see_workspace',
  tag,
  summary: 'The key by which a browser subscribes to notifications (`applicationServerKey`)',
  reply: z.object({ public_key: z.string() }),
})

export const listPushSubscriptions = endpoint({
  id: 'listPushSubscriptions',
  method: 'GET',
  path: '/v1/push-subscriptions',
  may: 'see_workspace',
  tag,
  summary: 'The browsers in which whoever asks gets notifications, the newest first',
  reply: z.object({ data: z.array(PushSubscription) }),
})

export const createPushSubscription = endpoint({
  id: 'createPushSubscription',
  method: 'POST',
  path: '/v1/push-subscriptions',
  may: 'see_workspace',
  tag,
  summary: 'Send notifications to a browser of whoever asks. The same browser again changes nothing',
  body: NewPushSubscription,
  reply: PushSubscription,
  status: 201,
})

export const deletePushSubscription = endpoint({
  id: 'deletePushSubscription',
  method: 'DELETE',
  path: '/v1/push-subscriptions/:id',
  may: 'see_workspace',
  tag,
  summary: 'Send a browser no more notifications',
  params: idParams,
})

export const testPushSubscription = endpoint({
  id: 'testPushSubscription',
  method: 'POST',
  path: '/v1/push-subscriptions/:id/test',
  may: 'see_workspace',
  tag,
  summary: 'Send a notification that only says that they arrive, to a browser of whoever asks',
  params: idParams,
  reply: PushSubscription,
  addsNothing: () => true,
})

export const getAlertChoices = endpoint({
  id: 'getAlertChoices',
  method: 'GET',
  path: '/v1/alert-choices',
  may: 'see_workspace',
  tag,
  summary: 'Where whoever asks is told of which alerts',
  reply: AlertChoices,
})

export const changeAlertChoices = endpoint({
  id: 'changeAlertChoices',
  method: 'PATCH',
  path: '/v1/alert-choices',
  may: 'see_workspace',
  tag,
  summary: 'Choose where you are told of which alerts',
  body: AlertChoicesPatch,
  reply: AlertChoices,
  addsNothing: () => true,
})
