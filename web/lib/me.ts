import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getMe } from '#domain/api/workspace.ts'
import { may, type Action } from '#domain/permissions.ts'
import type { Me } from '#domain/schema/workspace.ts'
import { keys } from './keys.ts'
import { call } from './call.ts'
import { rememberLanguage } from './language.ts'

/** The signed-in person, their role and workspace. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }) => {
    const me = await call(getMe, { signal })
    rememberLanguage(me.workspace.language)
    return me
  },
  staleTime: 60_000,
})

/** Who is signed in. For pages below the dashboard, whose layout has loaded it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** Whether somebody may do this in the workspace that is shown. */
export const mayDo = ({ role, driver_id, handles_prescriptions }: Me, action: Action): boolean =>
  may({ role, driverId: driver_id, handlesPrescriptions: handles_prescriptions }, action)

/** Whether the signed-in person may do this, so that pages do not offer what the server would refuse. */
export function useMay(action: Action): boolean {
  return mayDo(useMe(), action)
}
