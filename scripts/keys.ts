// npm run keys [-- list | rotate | retire [KID] [--now] | api | reseal | abandon]: manages the sign-in keys and their seal.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { missingRootKeys, openSealer } from '#server/auth/keys/data-keys.ts'
import { listKeys, readKeys, retireKeys, rotateKeys } from '#server/auth/keys/key-store.ts'
import { abandon, reseal, sealedAuthColumns } from '#server/auth/keys/reseal.ts'
import { newRootKey, readKeyFile, writeKeyFile } from '#server/auth/keys/root-keys.ts'
import { readConfig, type Config } from '#server/config.ts'
import { inAuthScope, openDb, openPool, type Db } from '#server/db/connect.ts'
import { systemClock } from '#server/deps.ts'
import { refuseCompany } from '#server/db/backup.ts'
import { sealedShopColumns } from '#server/features/integrations/rules.ts'
import { sealedPluginColumns } from '#server/features/shop-checkout/rules.ts'
import { sealedPrescriptionColumns } from '#server/features/prescriptions/rules.ts'
import { sealedExportColumns } from '#server/features/workspace-exports/rules.ts'
import { sealedWebhookColumns } from '#server/features/webhooks/rules.ts'
import { StartError } from '#server/start-error.ts'
import { say, withDatabase } from './with-database.ts'

const usage = `npm run keys -- list               list the keys that sign and verify tokens
npm run keys -- rotate             add a new signing key; the previous key is still accepted
npm run keys -- retire [KID]       remove replaced keys whose tokens have expired; with --now, also if they have not
npm run keys -- api                show the two API keys; the secret one opens administration
npm run keys -- reseal             seal all secrets with new keys, with Karta stopped
npm run keys -- abandon            after the sealing key is lost: remove all that it sealed, with Karta stopped`

const print = (line: string) => void process.stdout.write(`${line}\n`)
const now = systemClock()

try {
  const { positionals, values } = readArguments()
  const [command = 'list', kid] = positionals
  const config = readConfig()
  const work = workOf(command, { kid, lifetimeSeconds: values.now ? 0 : config.auth.jwtExpirySeconds }, config)
  await withDatabase(config, async (url) => {
    const pool = openPool(url, { max: 1, onError: () => {} })
    await work(openDb(pool)).finally(() => pool.end())
  })
  if (command === 'rotate' && (config.auth.jwtKeys || config.auth.jwtSecret)) {
    say('AUTH_JWT_KEYS or AUTH_JWT_SECRET is set, so the server does not sign with this key.')
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { now: { type: 'boolean', default: false } } })
  } catch {
    throw new StartError(usage)
  }
}

function workOf(command: string, options: { kid: string | undefined; lifetimeSeconds: number }, config: Config) {
  if (command === 'list') return list
  if (command === 'rotate') return (db: Db) => rotate(db, config)
  if (command === 'retire') return (db: Db) => retire(db, options)
  if (command === 'api') return (db: Db) => showApiKeys(db, config)
  if (command === 'reseal') return (db: Db) => resealAll(db, config)
  if (command === 'abandon') return (db: Db) => abandonAll(db, config)
  throw new StartError(usage)
}

async function list(db: Db): Promise<void> {
  for (const { kid, algorithm, active, created_at, replaced_at } of await inAuthScope(db, listKeys)) {
    print(
      `${kid}  ${algorithm}  created ${created_at}  ${active ? 'signs' : `replaced ${replaced_at}, still accepted`}`,
    )
  }
}

async function rotate(db: Db, { sealing }: Config): Promise<void> {
  const sealer = await openSealer(db, sealing)
  print(await inAuthScope(db, (trx) => rotateKeys(trx, sealer, now)))
  say('This key signs from now on. Running servers use it within a minute. Nobody is signed out.')
}

async function retire(db: Db, { kid, lifetimeSeconds }: { kid: string | undefined; lifetimeSeconds: number }) {
  const before = new Date(now.getTime() - lifetimeSeconds * 1000)
  const retired = await inAuthScope(db, (trx) => retireKeys(trx, { before, ...(kid && { kid }) }))
  for (const each of retired) print(each)
  if (kid && retired.length === 0) {
    throw new StartError(
      `${kid} was not retired. It is the signing key, was replaced less than ${lifetimeSeconds} seconds ago (see --now), or is unknown.`,
    )
  }
  say(`${retired.length} retired. Running servers stop accepting them within a minute.`)
}

async function showApiKeys(db: Db, { sealing }: Config): Promise<void> {
  const sealer = await openSealer(db, sealing)
  const { publishableKey, secretKey } = await inAuthScope(db, (trx) => readKeys(trx, sealer))
  print(`publishable  ${publishableKey}`)
  print(`secret       ${secretKey}`)
}

/** If the process ends in the middle, the file still has the key that the database needs, and the next start goes on. */
async function resealAll(db: Db, { sealing }: Config): Promise<void> {
  await refuseServers(db)
  await openSealer(db, sealing)
  const { given, file } = sealing
  const root = given[0] ?? newRootKey()
  if (!given[0]) writeKeyFile(file, [root, ...readKeyFile(file)])
  const columns = [
    ...sealedAuthColumns,
    ...sealedShopColumns,
    ...sealedPluginColumns,
    ...sealedWebhookColumns,
    ...sealedPrescriptionColumns,
    ...sealedExportColumns,
  ]
  const count = await inAuthScope(db, (trx) => reseal(trx, sealing, root, columns))
  if (!given[0]) writeKeyFile(file, [root])
  say(`${count} secrets are sealed anew, with sealing key ${root.id}.`)
}

async function abandonAll(db: Db, { sealing }: Config): Promise<void> {
  await refuseServers(db)
  const missing = await inAuthScope(db, (trx) => missingRootKeys(trx, sealing))
  if (missing.length === 0) throw new StartError('No sealing key is missing here, so there is nothing to abandon.')
  await inAuthScope(db, abandon)
  say(
    'The next start makes new keys. Everybody signs in again; authenticator apps, shops and the API keys of npm run keys are set up anew.',
  )
}

/** Servers would go on with the keys that they opened when they started. */
async function refuseServers(db: Db): Promise<void> {
  await refuseCompany((text) => sql.raw<{ count: number }>(text).execute(db), 'you go on')
}
