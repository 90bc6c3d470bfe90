import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { isWebAddress, problemOfRedirect } from '../oauth/redirect-uris.ts'
import { appScopes } from '../oauth/scopes.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

const name = text(100)
  .min(1, 'Enter a name.')
  .refine((value) => !/\p{C}/u.test(value), 'Contains characters that nobody sees.')
  .describe('What people read when they are asked to allow the app')

const Redirect = z
  .string()
  .trim()
  .superRefine((uri, context) => {
    const problem = problemOfRedirect(uri)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const redirect_uris = z
  .array(Redirect)
  .min(1, 'Enter at least one address.')
  .max(20, 'At most 20 addresses.')
  .transform((uris) => [...new Set(uris)])
  .describe('The only addresses that people are sent back to, exactly as the app names them')

const web = z.string().trim().refine(isWebAddress, 'Enter an address that begins with https://.').nullable()

const website = web.describe('Where people learn about the app')
const logo_url = web.describe('A picture of the app, shown when people are asked to allow it')

const AppScope = z
  .enum(appScopes)
  .describe('What an API key with this scope may do; openid, profile and email: who the person is')
  .meta({ id: 'AppScope' })

/** An app is public if it runs where its users can read it, such as on a phone. It has no secret. */
export const appTypes = ['confidential', 'public'] as const

export const App = z
  .object({
    id: z.uuid().describe('The client_id'),
    name,
    type: z.enum(appTypes),
    redirect_uris: z.array(z.string()),
    website,
    logo_url,
    created_by: z.string().describe('The member who added it'),
    created_at: Instant,
    secret_changed_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'App' })
export type App = z.infer<typeof App>

export const NewApp = z
  .strictObject({
    name,
    type: z.enum(appTypes).default('confidential'),
    redirect_uris,
    website: website.default(null),
    logo_url: logo_url.default(null),
  })
  .meta({ id: 'NewApp' })
export type NewApp = z.infer<typeof NewApp>

export const AppChange = z.strictObject({ name, redirect_uris, website, logo_url }).partial().meta({ id: 'AppChange' })
export type AppChange = z.infer<typeof AppChange>

/** The only replies that contain the secret. */
export const CreatedApp = App.extend({
  secret: z
    .string()
    .nullable()
    .describe('The client_secret. Save it now; it is not shown again. Null for a public app'),
}).meta({ id: 'CreatedApp' })
export type CreatedApp = z.infer<typeof CreatedApp>

export const AppGrant = z
  .object({
    id: z.uuid(),
    app: z.object({ id: z.uuid(), name: z.string(), website: z.string().nullable(), logo_url: z.string().nullable() }),
    member: z.object({ id: z.uuid(), name: z.string() }).describe('Who allowed it'),
    scopes: z.array(AppScope),
    allowed_at: Instant,
    last_used_at: Instant.nullable().describe('Accurate to a minute'),
  })
  .meta({ id: 'AppGrant' })
export type AppGrant = z.infer<typeof AppGrant>

/** An app that the caller allowed something, in one of their workspaces. */
export const AllowedApp = AppGrant.omit({ member: true })
  .extend({ workspace: z.object({ id: z.uuid(), name: z.string() }) })
  .meta({ id: 'AllowedApp' })
export type AllowedApp = z.infer<typeof AllowedApp>
