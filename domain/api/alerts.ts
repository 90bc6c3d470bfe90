import { z } from 'zod'
import { alertKinds, alertStates } from '../alerts/kinds.ts'
import { AlertSettings, AlertSettingsPatch } from '../schema/alert-settings.ts'
import { Alert, InboxAlert } from '../schema/alert.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Alerts'

export const listAlerts = endpoint({
  id: 'listAlerts',
  method: 'GET',
  path: '/v1/alerts',
  may: 'see_operations',
  tag,
  summary: 'What dispatchers should look at, the newest first',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum([...alertStates, 'not_done']).default('not_done'),
    kind: z.enum(alertKinds).optional(),
    driver_id: z.uuid().optional(),
  }),
  reply: z.object({
    data: z.array(InboxAlert),
    next_cursor: z.string().nullable(),
    open: z.int().describe('How many nobody has seen yet, of all kinds'),
  }),
})

export const seeAlert = endpoint({
  id: 'seeAlert',
  method: 'POST',
  path: '/v1/alerts/:id/seen',
  may: 'change_deliveries',
  tag,
  summary: 'Say that somebody has seen an alert, so that nobody else is told',
  params: idParams,
  reply: Alert,
  addsNothing: () => true,
})

export const finishAlert = endpoint({
  id: 'finishAlert',
  method: 'POST',
  path: '/v1/alerts/:id/done',
  may: 'change_deliveries',
  tag,
  summary: 'Say that an alert has been dealt with. It does not come back while it lasts',
  params: idParams,
  reply: Alert,
  addsNothing: () => true,
})

export const getAlertSettings = endpoint({
  id: 'getAlertSettings',
  method: 'GET',
  path: '/v1/settings/alerts',
  may: 'see_operations',
  tag,
  summary: 'Who is told of urgent alerts that nobody sees',
  reply: AlertSettings,
  record: 'shown',
})

export const changeAlertSettings = endpoint({
  id: 'changeAlertSettings',
  method: 'PATCH',
  path: '/v1/settings/alerts',
  may: 'manage_workspace',
  tag,
  summary: 'Change who is told of urgent alerts that nobody sees',
  body: AlertSettingsPatch,
  reply: AlertSettings,
  addsNothing: () => true,
  record: 'changed',
})
