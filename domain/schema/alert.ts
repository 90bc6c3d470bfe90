import { z } from 'zod'
import { alertActions, alertKinds, alertSeverities, alertStates } from '../alerts/kinds.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** Something on the road that a dispatcher should look at. It says nothing of a recipient. */
export const Alert = z
  .object({
    id: z.uuid(),
    kind: z.enum(alertKinds),
    severity: z.enum(alertSeverities),
    sentence: z.string().describe('What happened, such as “Delivery 17 is expected 25 minutes late”'),
    state: z.enum(alertStates),
    driver_id: z.uuid().nullable(),
    driver_name: z.string().nullable(),
    vehicle_id: z.uuid().nullable(),
    delivery_id: z.uuid().nullable(),
    stop_id: z.uuid().nullable(),
    route_id: z.uuid().nullable(),
    plan_id: z.uuid().nullable().describe('The plan that it is about, or that of the route'),
    depot_id: z.uuid().nullable().describe('Whose business it is; null for everybody’s'),
    actions: z.array(z.enum(alertActions)).describe('What can be done about it, the most likely first'),
    raised_at: Instant,
    seen_at: Instant.nullable(),
    seen_by: z.string().nullable().describe('Who saw it first'),
    done_at: Instant.nullable(),
    done_by: z.string().nullable().describe('Who dealt with it; null if it was over by itself'),
    settled_at: Instant.nullable().describe('When what it tells of was over'),
    version: Version,
  })
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof Alert>

/** An alert in the inbox, with whom to call. */
export const InboxAlert = Alert.extend({ driver_phone: z.string().nullable() }).meta({ id: 'InboxAlert' })
export type InboxAlert = z.infer<typeof InboxAlert>
