import { z } from 'zod'
import { alertKinds } from '../alerts/kinds.ts'
import { Instant } from '../time.ts'

const key = (bytes: number, characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), `This has to be ${bytes} bytes in base64url.`)

/** Where a browser is told of something. */
export const PushEndpoint = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  // As browsers write it; parsers of addresses take more, and leave some of it out.
  .regex(/^[!-~]+$/, 'This has to be an address of ASCII characters.')
  .describe('A public address, by https')

/** What a browser gives whoever may send it notifications: `PushSubscription.toJSON()`. */
export const BrowserSubscription = z.strictObject({
  endpoint: PushEndpoint,
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: key(65, 87), auth: key(16, 22) }),
})
export type BrowserSubscription = z.infer<typeof BrowserSubscription>

/** The same, and which app it is. */
export const NewPushSubscription = z
  .strictObject({ app: z.enum(['dispatcher', 'driver']), ...BrowserSubscription.shape })
  .meta({ id: 'NewPushSubscription' })
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

export const PushSubscription = z
  .object({
    id: z.uuid(),
    app: z.enum(['dispatcher', 'driver']),
    service: z.string().describe('Whose push service it is, such as fcm.googleapis.com'),
    created_at: Instant,
    last_sent_at: Instant.nullable(),
  })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.infer<typeof PushSubscription>

/** What a service worker shows. Everything that a push service carries is encrypted for the browser. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A page of ours, beginning with a slash. */
  url: z.string(),
  /** A newer one with the same tag takes the place of the older. */
  tag: z.string(),
})
export type PushMessage = z.infer<typeof PushMessage>

const Choice = z.strictObject({ inbox: z.boolean(), push: z.boolean(), mail: z.boolean() })

export const AlertChoices = z.object({ choices: z.record(z.enum(alertKinds), Choice) }).meta({ id: 'AlertChoices' })
export const AlertChoicesPatch = z
  .strictObject({ choices: z.partialRecord(z.enum(alertKinds), Choice) })
  .meta({ id: 'AlertChoicesPatch' })
