// npm run workspace -- export WORKSPACE --to FILE | check FILE | import FILE | freeze WORKSPACE | release WORKSPACE:
// moves a workspace with everything in it to another installation.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { signatureType } from '#domain/chain/log.ts'
import { openSealer } from '#server/auth/keys/data-keys.ts'
import { readConfig, type Config } from '#server/config.ts'
import { appRole } from '#server/db/app-role.ts'
import { claimBlob } from '#server/db/blobs.ts'
import { inTransaction, openDb, openPool, type Db } from '#server/db/connect.ts'
import { writePacked } from '#server/db/packed-file.ts'
import { readInstallation } from '#server/db/tiers.ts'
import type { Account } from '#server/db/embedded/account.ts'
import { storedIn } from '#server/db/embedded/home.ts'
import { systemClock } from '#server/deps.ts'
import { foldersIn, handOverAll, makeFolders } from '#server/objects/folders.ts'
import { bytesFrom, objectsFrom } from '#server/objects/from-settings.ts'
import { isOutage, outageSentence } from '#server/objects/outage.ts'
import { findWorkspace } from '#server/moving/catalog.ts'
import { exportWorkspace } from '#server/moving/export.ts'
import { freeze, release } from '#server/moving/freeze.ts'
import { checkExport, importWorkspace } from '#server/moving/import.ts'
import { newSecrets, sealedColumns } from '#server/moving/sealed.ts'
import { StartError } from '#server/start-error.ts'
import { signaturesOf } from './export-signature.ts'
import { say, withDatabase } from './with-database.ts'

const usage = `npm run workspace -- export WORKSPACE --to FILE   write everything of a workspace (its ID or name) to a file
  --freeze                                        first let nothing in it change any more, to move it
  --moves-to ADDRESS                              and tell its members where it goes
  --with-sign-in                                  with passwords and second factors, between installations of yours
npm run workspace -- check FILE                   read a file, and say what is in it
npm run workspace -- import FILE                  add the workspace of a file to this installation
  --with-sign-in                                  members sign in as they did; only for a file of yours
npm run workspace -- freeze WORKSPACE             let nothing in a workspace change
npm run workspace -- release WORKSPACE            let it go on
npm run workspace -- delete WORKSPACE --confirm NAME
                                                  delete a frozen workspace, after it has moved

MOVE_PASSPHRASE encrypts the file. Without it, the file holds no secrets.`

const now = systemClock
const leastCharacters = 12

try {
  const { positionals, values } = readArguments()
  const [command, what] = positionals
  const config = readConfig()
  const passphrase = readPassphrase(config.movePassphrase)
  if (command === 'export') await exportTo(config, what!, values, passphrase)
  else if (command === 'check') await check(resolve(what!), passphrase)
  else if (command === 'import') await importFrom(config, resolve(what!), values['with-sign-in'], passphrase)
  else if (command === 'freeze') await withPools(config, (pools) => freezeOne(pools, what!, values['moves-to']))
  else if (command === 'release') await withPools(config, (pools) => releaseOne(pools, what!))
  else await withPools(config, (pools) => deleteOne(pools, what!, values.confirm))
} catch (error) {
  const sentence = error instanceof StartError ? error.message : outageSentence(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        freeze: { type: 'boolean', default: false },
        'moves-to': { type: 'string' },
        confirm: { type: 'string' },
        'with-sign-in': { type: 'boolean', default: false },
      },
    })
    const [command = '', ...rest] = read.positionals
    const isKnown = ['export', 'check', 'import', 'freeze', 'release', 'delete'].includes(command) && rest.length === 1
    if (isKnown && (command === 'export') === (read.values.to !== undefined)) return read
  } catch {}
  throw new StartError(usage)
}

function readPassphrase(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= leastCharacters) return text
  throw new StartError(`MOVE_PASSPHRASE must have at least ${leastCharacters} characters.`)
}

type Pools = { url: string; owner: ReturnType<typeof openPool>; db: Db }

async function withPools<T>(config: Config, work: (pools: Pools) => Promise<T>): Promise<T> {
  return withDatabase(config, async (url) => {
    const owner = openPool(url, { max: 2, onError: () => {} })
    const pool = openPool(url, { role: appRole, max: 2, onError: () => {} })
    try {
      return await work({ url, owner, db: openDb(pool) })
    } finally {
      await Promise.all([owner.end(), pool.end()])
    }
  })
}

async function found({ owner }: Pools, wanted: string): Promise<{ id: string; name: string }> {
  const client = await owner.connect()
  return findWorkspace(client, wanted).finally(() => client.release())
}

function rootOf({ databaseUrl, dataDir }: Config): string {
  return join(databaseUrl ? dataDir : storedIn(dataDir), 'objects')
}

type ExportValues = { to?: string; freeze: boolean; 'moves-to'?: string; 'with-sign-in': boolean }

async function exportTo(config: Config, wanted: string, values: ExportValues, passphrase: string | undefined) {
  const file = resolve(values.to!)
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another name.`)
  if (values['with-sign-in'] && passphrase === undefined) {
    throw new StartError('--with-sign-in needs MOVE_PASSPHRASE, which encrypts the file.')
  }
  const bytes = await bytesFrom(config.s3, foldersIn(rootOf(config)))
  await withPools(config, async (pools) => {
    const workspace = await found(pools, wanted)
    if (values.freeze) await freezeOne(pools, workspace.id, values['moves-to'])
    const sealer = await openSealer(pools.db, config.sealing)
    const { bytes: written, result } = exportWorkspace(pools.url, {
      workspaceId: workspace.id,
      productVersion: packageJson.version,
      source: config.publicUrl,
      passphrase,
      sealer,
      sealedColumns,
      withSignIn: values['with-sign-in'],
      objects: {
        open: (sha256) => bytes.open(sha256),
        isLoss: (error) => !isOutage(error),
        size: (sha256) => bytes.size(sha256),
      },
      progress: ({ what, rows, objects }) => say(`${what}: ${rows} rows, ${objects} files so far`),
    })
    await writePacked(file, written)
    const { rows, objects, lost, header } = await result
    say(`The export of ${workspace.name} is complete: ${rows} rows, ${objects} files. ${howItIs(header)}`)
    for (const sha256 of lost.slice(0, 20)) say(`Missing or damaged here, and so not in it: file ${sha256}`)
    if (lost.length) process.exitCode = 1
  })
  process.stdout.write(`${file}\n`)
}

function howItIs({ with_secrets, with_sign_in }: { with_secrets: boolean; with_sign_in: boolean }): string {
  if (with_sign_in) return 'It is encrypted, and opens the accounts of its members: keep it like a password.'
  return with_secrets ? 'It is encrypted, and holds secrets.' : 'It is not encrypted, and holds no secrets.'
}

async function check(file: string, passphrase: string | undefined): Promise<void> {
  const { header, manifest, people } = await checkExport(file, passphrase)
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  say(`${header.workspace.name} (${header.workspace.id}) of ${header.source}, as of ${header.created_at}.`)
  say(`${rows} rows, ${manifest.objects.count} files with ${manifest.objects.bytes} bytes. Every hash is right.`)
  say(header.is_frozen ? 'It was frozen.' : 'It went on after that: the file is a copy.')
  say(howItIs(header))
  say(`Its members: ${people.map(({ email, phone }) => email ?? phone ?? 'without an address').join(', ')}`)
  if (manifest.objects.lost.length) say(`${manifest.objects.lost.length} files were missing where it is from.`)
}

async function importFrom(config: Config, file: string, withSignIn: boolean, passphrase: string | undefined) {
  await withPools(config, async ({ url, db }) => {
    const sealer = await openSealer(db, config.sealing)
    const folders = makeFolders(rootOf(config), ownerOf(config))
    const objects = await objectsFrom(config.s3, {
      folders,
      claim: (content) => claimBlob(db, content),
      checkRoom: () => {},
    })
    const { tier } = await inTransaction(db, readInstallation)
    const imported = await importWorkspace(url, file, {
      passphrase,
      objects,
      claim: (content) => claimBlob(db, content),
      sealer,
      sealedColumns,
      newSecrets,
      withSignIn,
      tier: config.defaultTier ?? tier ?? 'free',
      operators: config.operatorEmails,
      verifySignature: signaturesOf(signatureType),
      now,
      progress: say,
    }).finally(() => handOverAll(folders.root, ownerOf(config)))
    const { header, rows, objects: files, people, histories, auditEntries } = imported
    say(
      `${header.workspace.name} is here: ${rows} rows, ${files} files. ${histories} histories and ${auditEntries} entries of the audit log verify.`,
    )
    say(`${people.linked} members have an account here already, and ${people.added} got one.`)
    for (const each of imported.toDo) say(`- ${each}`)
    process.stdout.write(`${header.workspace.id}\n`)
  })
}

/** Whoever the files of the server belong to, if root runs this. */
function ownerOf({ databaseUrl, dataDir }: Config): Account {
  if (databaseUrl || process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(join(storedIn(dataDir), 'postgres'))
  return uid === 0 ? undefined : { uid, gid }
}

async function freezeOne(pools: Pools, wanted: string, movesTo: string | undefined): Promise<void> {
  const { id, name } = await found(pools, wanted)
  await freeze({ ...pools, workspaceId: id, now }, movesTo ?? null)
  say(`${name} is frozen: nothing in it changes until npm run workspace -- release ${id}`)
}

async function releaseOne(pools: Pools, wanted: string): Promise<void> {
  const { id, name } = await found(pools, wanted)
  const wasFrozen = await release({ ...pools, workspaceId: id, now })
  say(wasFrozen ? `${name} goes on.` : `${name} was not frozen.`)
}

/** Only a frozen one: nobody works in it, and its export is what it is. */
async function deleteOne(pools: Pools, wanted: string, confirmation: string | undefined): Promise<void> {
  const { id, name } = await found(pools, wanted)
  const { rows } = await pools.owner.query('select from frozen_workspaces where workspace_id = $1 and holds', [id])
  if (!rows.length) throw new StartError(`${name} is not frozen, so people may be working in it. Freeze and export it.`)
  if (confirmation !== name)
    throw new StartError(`Add --confirm "${name}" to delete it with everything in it, for good.`)
  await pools.owner.query('delete from workspaces where id = $1 or sandbox_of = $1', [id])
  say(`${name} is deleted here.`)
}
