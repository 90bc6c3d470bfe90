// npm run tier [-- WORKSPACE TIER [--licenses N] [--manager "NAME <EMAIL>"]]: lists workspaces, or gives one another tier.
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { AccountManager, tiers } from '#domain/schema/workspace.ts'
import { tierTable, type TierName } from '#domain/tiers.ts'
import { readConfig } from '#server/config.ts'
import { inWorkspace, openDb, openPool } from '#server/db/connect.ts'
import { appRole } from '#server/db/app-role.ts'
import { systemClock } from '#server/deps.ts'
import { asKarta, setTier } from '#server/features/tiers/commands.ts'
import { StartError } from '#server/start-error.ts'
import { say, withDatabase } from './with-database.ts'

const usage = `npm run tier                                   list workspaces and their tiers
npm run tier -- WORKSPACE TIER                 give a workspace (its ID or name) free, standard or enterprise
  --licenses N                                 on standard: how many drivers get routes; any number without it
  --manager "NAME <EMAIL>"                     on enterprise: who looks after it`

const columns = 'id, name, tier, licenses, trial_ends_at'

try {
  const { positionals, values } = readArguments()
  const [workspace, tier] = positionals
  await withDatabase(readConfig(), async (url) => {
    const owner = openPool(url, { max: 1, onError: () => {} })
    try {
      if (workspace === undefined) await list(owner)
      else await change(owner, url, workspace, readTerms(tier, values))
    } finally {
      await owner.end()
    }
  })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { licenses: { type: 'string' }, manager: { type: 'string' } },
    })
  } catch {
    throw new StartError(usage)
  }
}

type Terms = { tier: TierName; licenses: number | null; account_manager: AccountManager | null }

function readTerms(tier: string | undefined, given: { licenses?: string; manager?: string }): Terms {
  const known = tiers.find((each) => each === tier)
  if (!known) throw new StartError(`The tier must be one of ${tiers.join(', ')}.\n\n${usage}`)
  const licenses = given.licenses === undefined ? null : Number(given.licenses)
  if (licenses !== null && !(Number.isInteger(licenses) && licenses > 0 && licenses <= 100_000)) {
    throw new StartError('--licenses must be a whole number from 1 to 100,000.')
  }
  if (licenses !== null && known !== 'standard') throw new StartError('--licenses is for standard only.')
  return { tier: known, licenses, account_manager: given.manager === undefined ? null : readManager(given.manager) }
}

function readManager(written: string): AccountManager {
  const [, name = '', email = ''] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(written) ?? []
  const read = AccountManager.safeParse({ name, email, phone: null })
  if (!read.success) throw new StartError('--manager must look like "Dewi Sari <dewi@example.com>".')
  return read.data
}

type Row = { id: string; name: string; tier: TierName; licenses: number | null; trial_ends_at: string }

async function list(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<Row>(
    `select ${columns} from workspaces where sandbox_of is null order by created_at, id`,
  )
  const now = systemClock().toISOString()
  for (const { id, name, tier, licenses, trial_ends_at } of rows) {
    const trial = tier === 'free' && trial_ends_at > now ? ` (trial until ${trial_ends_at.slice(0, 10)})` : ''
    const seats = tier === 'standard' && licenses !== null ? `, ${licenses} licenses` : ''
    process.stdout.write(`${id}  ${tierTable[tier].name}${seats}${trial}  ${name}\n`)
  }
  if (!rows.length) say('There is no workspace yet.')
}

async function change(owner: pg.Pool, url: string, workspace: string, terms: Terms): Promise<void> {
  const { rows } = await owner.query<Row>(
    `select ${columns} from workspaces where sandbox_of is null and (id::text = lower($1) or lower(name) = lower($1))`,
    [workspace],
  )
  if (rows.length > 1) throw new StartError(`${rows.length} workspaces have this name. Use the ID: npm run tier`)
  const [found] = rows
  if (!found) throw new StartError(`There is no workspace ${workspace}. List them with npm run tier`)
  const pool = openPool(url, { role: appRole, max: 1, onError: () => {} })
  try {
    const set = (trx: Parameters<typeof setTier>[0]) => setTier(trx, asKarta(found.id), terms, systemClock())
    await inWorkspace(openDb(pool), found.id, set)
  } finally {
    await pool.end()
  }
  say(`${found.name} is on ${tierTable[terms.tier].name}.`)
}
