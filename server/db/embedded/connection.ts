import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { StartError } from '#server/start-error.ts'
import type { Address } from './settings.ts'

/** The superuser of the embedded database. */
export const databaseUser = 'postgres'
/** Karta's database in it. */
const databaseName = 'karta'

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')
const addressFile = (dataDir: string) => join(dataDir, 'postgres-address.json')

/** The superuser's URL. It is a valid URL, and `pg` takes the socket's folder from `host`. */
export function databaseUrl(address: Address, password: string, database = databaseName): string {
  const host = encodeURIComponent(address.host)
  return `postgres://${databaseUser}:${password}@localhost/${database}?host=${host}&port=${address.port}&sslmode=disable`
}

/** Reads the superuser's password, or creates one if there is no database yet. */
export function readOrMakePassword(dataDir: string, clusterExists: boolean): string {
  const file = passwordFile(dataDir)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (clusterExists) throw new StartError(`The file ${file} with the database's password is missing: bring it back.`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true })
  return password
}

/** Writes down where the database listens, for `connectRunning`. */
export function noteAddress(dataDir: string, address: Address): void {
  rmSync(addressFile(dataDir), { force: true })
  writeFileSync(addressFile(dataDir), `${JSON.stringify(address)}\n`, { mode: 0o600 })
}

/** Where the database last listened. */
export function lastAddress(dataDir: string): Address | undefined {
  if (!existsSync(addressFile(dataDir))) return undefined
  try {
    return JSON.parse(readFileSync(addressFile(dataDir), 'utf8')) as Address
  } catch {
    return undefined // cut short by a crash
  }
}

/** The URL of the embedded database of a Karta that runs on this data folder. Undefined if none answers. */
export async function connectRunning(dataDir: string): Promise<string | undefined> {
  const address = lastAddress(dataDir)
  if (!address || !existsSync(passwordFile(dataDir))) return undefined
  const url = databaseUrl(address, readFileSync(passwordFile(dataDir), 'utf8').trim())
  return (await answers(url)) ? url : undefined
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** Creates Karta's database at the first start, or after an interrupted one. */
export async function ensureDatabase(address: Address, password: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(address, password, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
