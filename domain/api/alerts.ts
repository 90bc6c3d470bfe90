import { z } from 'zod'
import { alertKinds, alertSeverities, alertStates } from '../alerts/kinds.ts'
import { AlertSettings, AlertSettingsPatch } from '../schema/alert-settings.ts'
import { Alert, InboxAlert } from '../schema/alert.ts'
import { Instant } from '../time.ts'
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
    severity: z.enum(alertSeverities).optional(),
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

/** So many alerts are seen with one call. */
export const mostSeenAtOnce = 200

export const seeAlerts = endpoint({
  id: 'seeAlerts',
  method: 'POST',
  path: '/v1/alerts/seen',
  may: 'change_deliveries',
  tag,
  summary: `Say that somebody has seen all alerts of the inbox that were raised until a moment, ${mostSeenAtOnce} at a time`,
  body: z.strictObject({ until: Instant, kind: z.enum(alertKinds).optional() }),
  reply: z.object({ seen: z.int().describe('How many nobody had seen before. If it is the most, call again') }),
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
