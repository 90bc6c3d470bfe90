import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The address of one record: open over its list, or a page of its own. */
export const recordPath = (list: 'drivers' | 'vehicles' | 'depots' | 'territories', id: string) =>
  list === 'vehicles' ? `/dashboard/vehicles/${id}` : `/dashboard/${list}?open=${id}`

/**
 * What the address has open over the list: `?new=1`, `?import=1` or the record of `?open=ID`. Other pages link to it,
 * and Back closes it.
 */
export function useOpened<R extends { id: string }>(rows: readonly R[]) {
  const [params, setParams] = useSearchParams()
  // A record that drops out of the list, because somebody else changed it, stays open.
  const [kept, keep] = useState<R>()
  const id = params.get('open')
  const listed = id === null ? undefined : rows.find((each) => each.id === id)
  if (listed && listed !== kept) keep(listed)
  const row = listed ?? (kept?.id === id ? kept : undefined)
  const opened = params.has('import') ? ('import' as const) : params.has('new') ? ('new' as const) : row

  const open = (what: 'new' | 'import' | R) => {
    if (typeof what === 'object') keep(what)
    setParams(
      (now) => {
        if (typeof what === 'object') now.set('open', what.id)
        else now.set(what, '1')
        return now
      },
      { preventScrollReset: true },
    )
  }
  const close = () =>
    setParams(
      (now) => {
        for (const name of ['new', 'import', 'open']) now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { opened, open, close }
}
