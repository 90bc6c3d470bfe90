import type pg from 'pg'
import { z } from 'zod'
import { secretContext } from '../auth/factors/enroll.ts'
import type { Sealer } from '../auth/keys/sealing.ts'
import { StartError } from '../start-error.ts'

const Moment = z.string().max(40)
const Bytes = z
  .string()
  .regex(/^[0-9a-f]*$/)
  .max(20_000)
const Json = z.record(z.string(), z.json())

const Factor = z.strictObject({
  id: z.uuid(),
  factor_type: z.enum(['totp', 'webauthn', 'recovery_code']),
  friendly_name: z.string().nullable(),
  secret: z.string().nullable(),
  credential: z.json().nullable(),
  last_step: z.number().nullable(),
  created_at: Moment,
  recovery_codes: z
    .array(z.strictObject({ code_hash: Bytes, created_at: Moment, used_at: Moment.nullable() }))
    .max(100),
})

const SignIn = z.strictObject({
  password_hash: z.string().max(500).nullable(),
  identities: z
    .array(
      z.strictObject({
        id: z.uuid(),
        provider: z.string().max(100),
        provider_id: z.string().max(1000),
        identity_data: Json,
        email: z.string().max(1000).nullable(),
        created_at: Moment,
      }),
    )
    .max(100),
  factors: z.array(Factor).max(100),
  passkeys: z
    .array(
      z.strictObject({
        id: z.uuid(),
        credential_id: z.string().max(5000),
        public_key: Bytes,
        counter: z.number(),
        transports: z.array(z.string()).nullable(),
        friendly_name: z.string().nullable(),
        created_at: Moment,
      }),
    )
    .max(100),
})

/** The account of a member. */
const Person = z.strictObject({
  id: z.uuid(),
  email: z.string().max(1000).nullable(),
  phone: z.string().max(100).nullable(),
  email_confirmed_at: Moment.nullable(),
  phone_confirmed_at: Moment.nullable(),
  /** `driver_code`, if only codes on a dispatcher’s screen open the account. */
  provider: z.string().max(100).nullable(),
  user_metadata: Json,
  created_at: Moment,
  sign_in: SignIn.optional(),
})
export type Person = z.infer<typeof Person>

const mostPeople = 100_000

/** The accounts of the transaction's workspace's members, a line each. With a sealer, also what they sign in with. */
export async function peopleLines(client: pg.Client, sealer: Sealer | undefined): Promise<string[]> {
  const { rows } = await client.query<Person>(
    `select u.id, u.email, u.phone, u.email_confirmed_at::text, u.phone_confirmed_at::text,
        u.app_metadata ->> 'provider' as provider, u.user_metadata, u.created_at::text
      from auth.users u where u.deleted_at is null and u.id in (select m.user_id from members m) order by u.id`,
  )
  if (!sealer) return rows.map((person) => JSON.stringify(person))
  const lines: string[] = []
  for (const person of rows)
    lines.push(JSON.stringify({ ...person, sign_in: await signInOf(client, person.id, sealer) }))
  return lines
}

async function signInOf(client: pg.Client, id: string, sealer: Sealer): Promise<z.infer<typeof SignIn>> {
  const ask = async <T extends object>(text: string) => (await client.query<T>(text, [id])).rows
  const [user] = await ask<{ password_hash: string | null }>('select password_hash from auth.users where id = $1')
  const identities = await ask<z.infer<typeof SignIn>['identities'][number]>(
    `select id, provider, provider_id, identity_data, email, created_at::text from auth.identities where user_id = $1 order by id`,
  )
  const factors = await ask<Omit<z.infer<typeof Factor>, 'secret'> & { secret: Buffer | null }>(
    `select f.id, f.factor_type, f.friendly_name, f.secret, f.credential, f.last_step::float8 as last_step, f.created_at::text,
        (select coalesce(json_agg(json_build_object('code_hash', encode(c.code_hash, 'hex'), 'created_at', c.created_at::text,
            'used_at', c.used_at::text) order by c.code_hash), '[]') from auth.recovery_codes c where c.factor_id = f.id) as recovery_codes
      from auth.factors f where f.user_id = $1 and f.status = 'verified' and f.factor_type <> 'phone' order by f.id`,
  )
  const passkeys = await ask<z.infer<typeof SignIn>['passkeys'][number]>(
    `select id, credential_id, encode(public_key, 'hex') as public_key, counter::float8 as counter, transports, friendly_name,
        created_at::text from auth.passkeys where user_id = $1 order by id`,
  )
  return {
    password_hash: user!.password_hash,
    identities,
    factors: factors.map((factor) => ({
      ...factor,
      secret: factor.secret && sealer.open(factor.secret, secretContext(factor.id)),
    })),
    passkeys,
  }
}

/** @throws Error if a line is not an account */
export function readPeople(text: string): Person[] {
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.length > mostPeople) throw new Error('people.ndjson has too many accounts')
  const people = lines.map((line, at) => {
    try {
      return Person.parse(JSON.parse(line))
    } catch {
      throw new Error(`line ${at + 1} of people.ndjson is not an account`)
    }
  })
  const [ids, emails] = [new Set<string>(), new Set<string>()]
  for (const { id, email } of people) {
    if (ids.has(id) || (email !== null && emails.has(email.toLowerCase()))) {
      throw new Error('people.ndjson has an account twice')
    }
    ids.add(id)
    if (email !== null) emails.add(email.toLowerCase())
  }
  return people
}

export type Placed = {
  /** The account here, by the id in the file. */
  accounts: Map<string, string>
  linked: number
  added: number
}

type Here = { id: string; email: string | null; phone: string | null; is_confirmed: boolean }

export type PlaceOptions = {
  sealer: Sealer
  /** Takes over how they sign in, for accounts that are added. */
  withSignIn: boolean
  /** Addresses of whoever runs this installation, whose accounts no file makes. */
  operators: readonly string[]
}

/**
 * Finds the account here of each person in a file, or adds one.
 *
 * An account is somebody's if both addresses are the same and both were confirmed: then whoever has it here can read mail
 * at that address, and so can the person of the file, if the file is to be believed. Nothing of an account that is here
 * already changes, least of all how it is opened.
 * @throws StartError if it cannot be known whether an account is theirs
 */
export async function placePeople(client: pg.Client, people: Person[], options: PlaceOptions): Promise<Placed> {
  const placed: Placed = { accounts: new Map(), linked: 0, added: 0 }
  for (const person of people) {
    const found = await accountOf(client, person)
    if (found) {
      placed.accounts.set(person.id, found)
      placed.linked++
      continue
    }
    await addAccount(client, person, options)
    placed.accounts.set(person.id, person.id)
    placed.added++
  }
  const ids = [...placed.accounts.values()]
  if (new Set(ids).size < ids.length) throw new StartError('Two people of the file would have the same account here.')
  return placed
}

async function accountOf(client: pg.Client, person: Person): Promise<string | undefined> {
  const { rows } = await client.query<Here>(
    `select id, email, phone, email_confirmed_at is not null as is_confirmed from auth.users
      where deleted_at is null and (id = $1 or lower(email) = lower($2) or phone = $3)`,
    [person.id, person.email, person.phone],
  )
  if (!rows.length) return undefined
  const name = person.email ?? person.phone ?? person.id
  const [here, another] = rows
  if (another) throw new StartError(`${name} has two accounts here: one by its id, one by its address.`)
  const isSame = here!.email !== null && here!.email.toLowerCase() === person.email?.toLowerCase()
  if (isSame && here!.is_confirmed && person.email_confirmed_at !== null) return here!.id
  if (isSame) {
    throw new StartError(
      `${name} has an account here, but the address was not confirmed ${here!.is_confirmed ? 'where the file is from' : 'here'}. Let them confirm it, and try again.`,
    )
  }
  // The same account on both sides that has no email address, such as a driver's who signs in with codes.
  const isTwin = here!.id === person.id && here!.email === null && person.email === null && here!.phone === person.phone
  if (isTwin && person.phone === null) return here!.id
  throw new StartError(
    `${name} cannot be told from another account here, with the same ${here!.id === person.id ? 'id and another address' : 'phone number'}.`,
  )
}

async function addAccount(client: pg.Client, person: Person, options: PlaceOptions): Promise<void> {
  const isOperator = person.email !== null && options.operators.includes(person.email.toLowerCase())
  if (isOperator) {
    throw new StartError(
      `${person.email} runs this installation (OPERATOR_EMAILS) and has no account yet. Let them sign up first.`,
    )
  }
  const signIn = options.withSignIn ? person.sign_in : undefined
  // Without what they sign in with, a link by mail lets them in, and they choose a password.
  const provider = signIn || person.email === null ? person.provider : 'email'
  await client.query(
    `insert into auth.users (id, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, app_metadata, user_metadata, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      person.id,
      person.email,
      person.phone,
      signIn?.password_hash ?? null,
      person.email_confirmed_at,
      person.phone_confirmed_at,
      JSON.stringify(provider === null ? {} : { provider, providers: [provider] }),
      JSON.stringify(person.user_metadata),
      person.created_at,
    ],
  )
  if (!signIn) {
    if (person.email !== null) await addEmailIdentity(client, person)
    return
  }
  for (const each of signIn.identities) {
    await client.query(
      `insert into auth.identities (id, user_id, provider, provider_id, identity_data, email, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [each.id, person.id, each.provider, each.provider_id, each.identity_data, each.email, each.created_at],
    )
  }
  for (const { recovery_codes: codes, ...each } of signIn.factors) {
    const secret = each.secret === null ? null : options.sealer.seal(each.secret, secretContext(each.id))
    await client.query(
      `insert into auth.factors (id, user_id, factor_type, status, friendly_name, secret, credential, last_step, created_at, updated_at)
        values ($1, $2, $3, 'verified', $4, $5, $6, $7, $8, now())`,
      [
        each.id,
        person.id,
        each.factor_type,
        each.friendly_name,
        secret,
        each.credential === null ? null : JSON.stringify(each.credential),
        each.last_step,
        each.created_at,
      ],
    )
    for (const code of codes) {
      await client.query(
        `insert into auth.recovery_codes (factor_id, code_hash, created_at, used_at) values ($1, decode($2, 'hex'), $3, $4)`,
        [each.id, code.code_hash, code.created_at, code.used_at],
      )
    }
  }
  for (const each of signIn.passkeys) {
    await client.query(
      `insert into auth.passkeys (id, user_id, credential_id, public_key, counter, transports, friendly_name, created_at)
        values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8)`,
      [
        each.id,
        person.id,
        each.credential_id,
        each.public_key,
        each.counter,
        each.transports,
        each.friendly_name,
        each.created_at,
      ],
    )
  }
}

async function addEmailIdentity(
  client: pg.Client,
  { id, email, email_confirmed_at: confirmed }: Person,
): Promise<void> {
  const profile = { sub: id, email, email_verified: confirmed !== null, phone_verified: false }
  await client.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, email) values ($1, 'email', $2, $3, $4)`,
    [id, id, JSON.stringify(profile), email],
  )
}
