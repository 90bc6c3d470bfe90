import type { Workspace } from './schema/workspace.ts'

/*
 * What a workspace may store and create, by name. The operator sets other limits with QUOTAS.
 */

type Quota = {
  /** What is counted, as a title. */
  counts: string
  unit: 'deliveries' | 'stops' | 'bytes' | 'files' | 'members' | 'keys' | 'imports' | 'rows' | 'workspaces'
  limit: number
  /** More than this cannot be set. */
  most?: number
  /**
   * `kept`: what is there now. `a day`: what happened since midnight. `each`: the size of one thing. `a person`: what a
   * person has, in all workspaces.
   */
  kind: 'kept' | 'a day' | 'each' | 'a person'
}

/** Generous for somebody who runs Karta on a machine of their own. */
export const quotas = {
  deliveries_per_day: { counts: 'Deliveries created in a day', unit: 'deliveries', limit: 100_000, kind: 'a day' },
  deliveries: { counts: 'Deliveries, without deleted ones', unit: 'deliveries', limit: 5_000_000, kind: 'kept' },
  // The engine takes no more: its travel table has to fit into memory.
  stops_per_plan: { counts: 'Stops in a plan', unit: 'stops', limit: 12_000, most: 12_000, kind: 'each' },
  bytes_stored: { counts: 'Stored data', unit: 'bytes', limit: 50_000_000_000, kind: 'kept' },
  objects: { counts: 'Stored files', unit: 'files', limit: 1_000_000, kind: 'kept' },
  members: { counts: 'Members', unit: 'members', limit: 5_000, kind: 'kept' },
  api_keys: { counts: 'API keys in use', unit: 'keys', limit: 100, kind: 'kept' },
  imports_per_day: { counts: 'Imports in a day', unit: 'imports', limit: 5_000, kind: 'a day' },
  rows_per_import: { counts: 'Rows in an import', unit: 'rows', limit: 50_000, kind: 'each' },
  workspaces_per_person: {
    counts: 'Workspaces that a person owns',
    unit: 'workspaces',
    limit: 20,
    kind: 'a person',
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
export type QuotaLimits = Record<QuotaName, number>

export const quotaNames = Object.keys(quotas) as QuotaName[]

/** The limits where the operator sets none. */
export const usualLimits = Object.fromEntries(quotaNames.map((name) => [name, quotas[name].limit])) as QuotaLimits

/** Quotas whose counts the database keeps. */
export type StoredQuota = Extract<QuotaName, 'deliveries' | 'bytes_stored' | 'objects'>
/** Quotas that begin again at midnight. */
export type DailyQuota = Extract<QuotaName, 'deliveries_per_day' | 'imports_per_day'>

/** A workspace's limit: the operator's. Tiers with limits of their own belong here. */
export function limitOf(name: QuotaName, limits: QuotaLimits, _workspace: Pick<Workspace, 'tier'>): number {
  return limits[name]
}

/** From here on, people are told that little is left. */
export const isNear = (used: number, limit: number) => used >= 0.9 * limit

/** How far a quota is used, and how much a call wanted in addition. */
export type Reached = { quota: QuotaName; limit: number; used: number; wanted: number }

/** Why a call is refused, and what to do, in words. */
export function sayReached({ quota, limit, used, wanted }: Reached): string {
  const { unit, kind } = quotas[quota]
  const most = amountOf(limit, unit)
  const room = Math.max(0, limit - used)
  if (kind === 'each') {
    const words = { stops_per_plan: 'a plan', rows_per_import: 'an import' } as Partial<Record<QuotaName, string>>
    return `${upper(words[quota]!)} can have ${most} at most, and this one would have ${amountOf(wanted, unit)}. ${remedies[quota]}`
  }
  if (kind === 'a person')
    return `You own ${amountOf(used, unit)}, which is as many as one person may. ${remedies[quota]}`
  const begun = kind === 'a day' ? ' today' : ''
  if (quota === 'bytes_stored') return `This workspace may store ${most}, and this would be more. ${remedies[quota]}`
  if (room === 0) return `This workspace has reached its limit of ${most}${begun && ' a day'}. ${remedies[quota]}`
  return `This workspace has room for ${plain(room)} more${begun}, and this would add ${amountOf(wanted, unit)}. Nothing was added. ${remedies[quota]}`
}

const remedies: Record<QuotaName, string> = {
  deliveries_per_day: 'Add the others after midnight, or ask the operator of this server for a higher limit.',
  deliveries: 'Delete deliveries you no longer need, or ask the operator of this server for a higher limit.',
  stops_per_plan: 'Move some of the deliveries to another day.',
  bytes_stored: 'Ask the operator of this server for a higher limit. Deleting and canceling still work.',
  objects: 'Delete files that are no longer needed, or ask the operator of this server for a higher limit.',
  members: 'Remove a member, or ask the operator of this server for a higher limit.',
  api_keys: 'Revoke a key that is no longer used, and try again.',
  imports_per_day: 'Import the file after midnight, or put several files into one.',
  rows_per_import: 'Split the file into smaller ones.',
  workspaces_per_person: 'Delete one that you no longer need, or ask the operator of this server for a higher limit.',
}

const singular = {
  deliveries: 'delivery',
  stops: 'stop',
  files: 'file',
  members: 'member',
  keys: 'API key',
  imports: 'import',
  rows: 'row',
  workspaces: 'workspace',
}
const plural = {
  ...Object.fromEntries(Object.keys(singular).map((unit) => [unit, unit])),
  keys: 'API keys',
} as typeof singular

/** 1,200 deliveries, 1 API key, 3.4 GB */
export function amountOf(count: number, unit: Quota['unit']): string {
  if (unit === 'bytes') return sizeOf(count)
  return `${plain(count)} ${(count === 1 ? singular : plural)[unit]}`
}

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** 3.4 GB */
export function sizeOf(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${(bytes / 1000 ** step).toLocaleString('en-US', { maximumFractionDigits: step ? 1 : 0 })} ${sizes[step]}`
}

const plain = (count: number) => count.toLocaleString('en-US')
const upper = (words: string) => words[0]!.toUpperCase() + words.slice(1)
