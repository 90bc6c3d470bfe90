import { queryOptions } from '@tanstack/react-query'
import { listQuotas } from '#domain/api/quotas.ts'
import { isNear, quotas, type QuotaName } from '#domain/quotas.ts'
import type { Quota } from '#domain/schema/quota.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** What the workspace may create and store, and how far it is used. */
export const quotasQuery = queryOptions({
  queryKey: keys.quotas,
  queryFn: async ({ signal }) => (await call(listQuotas, { signal })).data,
  staleTime: 60_000,
})

/** A quota that counts something, unlike the size of one thing. */
export type UsedQuota = Quota & { used: number }

/** The quotas that are nearly or fully used, the fullest first. */
export function nearlyUsed(all: readonly Quota[]): UsedQuota[] {
  return all
    .filter((quota): quota is UsedQuota => quota.used !== null && isNear(quota.used, quota.limit))
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit)
}

const titles: Record<QuotaName, string> = {
  deliveries_per_day: 'Deliveries added today',
  deliveries: 'Deliveries',
  stops_per_plan: 'Stops in a plan',
  bytes_stored: 'Stored data',
  objects: 'Stored files',
  members: 'Members',
  api_keys: 'API keys in use',
  imports_per_day: 'Imports today',
  rows_per_import: 'Rows in an import',
  workspaces_per_person: 'Workspaces of one person',
}

/** The quota's name on pages. */
export const titleOf = ({ name }: Pick<Quota, 'name'>) => titles[name]

/** Whether it counts what happened since midnight. */
export const isDaily = ({ name }: Pick<Quota, 'name'>) => quotas[name].kind === 'a day'
