import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import packageJson from '../../package.json' with { type: 'json' }
import { inOneStatement, type Db } from '../db/connect.ts'
import { StartError } from '../start-error.ts'
import { differences, mustAgree, type Agreed } from './agreed.ts'
import type { Clock } from './clock.ts'
import type { NodeRole } from './roles.ts'

/** The servers that work on the database, as of a few seconds ago. */
export type Nodes = {
  /** How many servers have a role, this one among them. At least 1. */
  count(role: NodeRole): number
  /** The settings in which another server differs from this one. */
  differs(): string[]
  /** Says now that this server is alive, and looks which others are. */
  beat(): Promise<void>
  close(): Promise<void>
}

type Other = { version: string; roles: NodeRole[]; settings: Agreed; started_at: string }

type Settings = {
  db: Db
  roles: readonly NodeRole[]
  agreed: Agreed
  clock: Clock
  /** What this machine takes for the time, in milliseconds. */
  machineMs: () => number
  /** Is told in a sentence what an operator should know. */
  warn: (sentence: string) => void
  report: (error: unknown, what: string) => void
}

const beatEveryMs = 5000

/**
 * Joins the servers of the database.
 * @throws StartError if another one has a setting that has to be the same
 */
export async function openNodes({ db, roles, agreed, clock, machineMs, warn, report }: Settings): Promise<Nodes> {
  const id = randomUUID()
  let others: Other[] = []
  let warned = ''

  async function beat(): Promise<void> {
    const before = machineMs()
    const { rows } = await sql<{ beat: { at: number; others: Other[] } }>`select site.beat_node(${id},
      ${packageJson.version}, ${[...roles]}::text[], ${JSON.stringify(agreed)}::jsonb) as beat`.execute(
      inOneStatement(db),
    )
    const { at, others: seen } = rows[0]!.beat
    const ahead = clock.compare(at, before, machineMs())
    if (ahead !== undefined) warn(sayClock(ahead))
    others = seen
    const differing = differs().join(', ')
    if (differing && differing !== warned) {
      warn(`Another server of this database has other settings than this one: ${differing}. Give all of them the same.`)
    }
    warned = differing
  }

  const differs = () => [...new Set(others.flatMap(({ settings }) => differences(agreed, settings)))]
  const leave = () => sql`select site.forget_node(${id})`.execute(inOneStatement(db))

  await beat()
  const refused = differs().filter((name) => mustAgree.includes(name))
  if (refused.length) {
    await leave()
    throw new StartError(
      `${refused.join(' and ')} must be the same on all servers of a database, and another one has something else. Stop that one first if you are changing it; a server that died is forgotten after 15 seconds.`,
    )
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => report(error, 'looking for other servers'))
  }, beatEveryMs).unref()

  return {
    count: (role) => Math.max(1, [{ roles }, ...others].filter((node) => node.roles.includes(role)).length),
    differs,
    beat,
    async close() {
      clearInterval(timer)
      await leave().catch(() => {})
    },
  }
}

function sayClock(aheadMs: number): string {
  if (aheadMs === 0) return 'The clock of this machine is right again.'
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database. This server goes by the database’s; set the machine’s right.`
}
