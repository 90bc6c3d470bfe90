import { useLocation } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** What links between the sign-in pages carry along. */
export type EntryState = { email?: string; hasSent?: boolean } | null

/** The address typed on the previous page; empty if this page was opened directly. */
export function useTypedEmail(): string {
  const { state } = useLocation()
  return useHydrated() ? ((state as EntryState)?.email ?? '') : ''
}
