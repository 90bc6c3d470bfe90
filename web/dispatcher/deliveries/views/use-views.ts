import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '#domain/api/saved-views.ts'
import type { SavedView, SavedViewChange } from '#domain/schema/saved-view.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { readChosen, useChosenColumns } from '../columns/chosen-columns.ts'
import { readFilter, writeFilter, type DeliveriesFilter } from '../deliveries-address.ts'

const viewsQuery = {
  queryKey: keys.savedViews,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listSavedViews, { signal }),
}

/** A filter as a view keeps it: as in the address, without what is open over the list. */
export const queryOf = (filter: DeliveriesFilter) => writeFilter(new URLSearchParams(), filter).toString()
const filterOf = ({ query }: SavedView) => readFilter(new URLSearchParams(query))

/** The views of the list: what they are, which one is shown, and what can be done with them. */
export function useViews(filter: DeliveriesFilter, change: (filter: DeliveriesFilter) => void) {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const columns = useChosenColumns()
  const all = data?.data ?? []
  const chosen = readChosen(columns.text)
  const shown = all.find((view) => queryOf(filterOf(view)) === queryOf(filter) && hasColumns(view, chosen))

  const show = (view: SavedView) => {
    change(filterOf(view))
    columns.choose(view.columns ?? [])
  }
  /** Makes a change and shows a failure. */
  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      await client.invalidateQueries({ queryKey: keys.savedViews })
      toast({ title: done })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  const set = ({ id, version }: SavedView, body: SavedViewChange, done: string) =>
    attempt(() => call(changeSavedView, { params: { id }, body, version }), done)
  const now = () => ({ query: queryOf(filter), columns: chosen.length > 0 ? [...chosen] : null })
  return {
    all,
    shown,
    show,
    save: (name: string, is_shared: boolean) =>
      attempt(() => call(createSavedView, { body: { name, is_shared, ...now() } }), `“${name}” is saved`),
    overwrite: (view: SavedView) => set(view, now(), `“${view.name}” shows this now`),
    rename: (view: SavedView, name: string, is_shared: boolean) => set(view, { name, is_shared }, `“${name}” is saved`),
    makeDefault: (view: SavedView, is_default: boolean) =>
      set(
        view,
        { is_default },
        is_default ? `The list opens with “${view.name}”` : 'The list opens with all deliveries',
      ),
    remove: ({ id, version, name }: SavedView) =>
      attempt(() => call(deleteSavedView, { params: { id }, version }), `“${name}” is deleted`),
  }
}

const hasColumns = ({ columns }: SavedView, chosen: readonly string[]) => (columns ?? []).join() === chosen.join()

/** Opens the list with somebody's default view, unless the address says what to show. */
export function useDefaultView(change: (filter: DeliveriesFilter) => void): void {
  const { data } = useQuery(viewsQuery)
  const columns = useChosenColumns()
  const isOpen = useRef(false)
  useEffect(() => {
    if (!data || isOpen.current) return
    isOpen.current = true
    const view = data.data.find(({ is_default }) => is_default)
    if (!view || window.location.search !== '') return
    change(filterOf(view))
    columns.choose(view.columns ?? [])
  }, [data, change, columns])
}
