import { useLocation } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** What a link between the pages of the way in carries along. */
export type EntryState = { email?: string; hasSent?: boolean } | null

/** The address that was typed on the page before; empty when this page was opened by itself. */
export function useTypedEmail(): string {
  const { state } = useLocation()
  return useHydrated() ? ((state as EntryState)?.email ?? '') : ''
}
