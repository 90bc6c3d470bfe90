import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookMarked, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { createAddress, deleteAddress, getAddress, listAddresses } from '#domain/api/addresses.ts'
import type { AddressEntry } from '#domain/schema/address.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { addressColumns } from './address-columns.tsx'
import { AddressForm } from './address-form.tsx'

/** The places that the workspace knows. */
export function AddressBook() {
  const mayChange = useMay('change_deliveries')
  const fresh = useFresh()
  const [editing, setEditing] = useState<AddressEntry | 'new'>()
  const linked = useLinked()
  const { query, rows, total, search, setSearch } = useAddresses()
  const { refresh, remove } = useRemoving()
  const add = mayChange ? (
    <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setEditing('new')}>
      Add address
    </Button>
  ) : (
    <NotOffered action="change_deliveries" doing="change the address book" />
  )
  const onSaved = (isNew: boolean) => {
    toast({ title: isNew ? 'The address was added' : 'The address was saved' })
    setEditing(undefined)
    void refresh()
  }
  const menuOf = (entry: AddressEntry) => (
    <>
      <MenuItem onAction={() => setEditing(entry)}>Edit</MenuItem>
      <MenuItem onAction={() => void remove(entry)}>Delete</MenuItem>
    </>
  )
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Toolbar label="Find addresses">
          <SearchField
            label="Search addresses"
            placeholder="Search addresses"
            className="w-full sm:w-72"
            value={search}
            onChange={setSearch}
          />
        </Toolbar>
        {rows.length > 0 && add}
      </div>
      {query.isLoadingError ? (
        <LoadError
          title="The address book could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Address book"
            columns={addressColumns}
            rows={rows}
            rowKey={(entry) => entry.id}
            rowText={(entry) => entry.label ?? entry.address}
            isLoading={query.isPending}
            isRefreshing={query.isPlaceholderData}
            fresh={fresh}
            onOpen={(id) => setEditing(rows.find((entry) => entry.id === id))}
            rowMenu={mayChange ? menuOf : undefined}
            empty={
              search ? (
                <EmptyState icon={<BookMarked />} title="No addresses match">
                  Change the search.
                </EmptyState>
              ) : (
                <EmptyState icon={<BookMarked />} title="No addresses yet" actions={add}>
                  Pins that you confirm with “Remember for this address” appear here, with the gate code and where to
                  park. Every later delivery to the address gets the pin.
                </EmptyState>
              )
            }
          />
        </Card>
      )}
      {rows.length > 0 && (
        <div className="flex items-center justify-between gap-4 pt-3 text-[0.8125rem] text-ink-muted">
          <p aria-live="polite">
            {rows.length === total ? `${total} ${total === 1 ? 'address' : 'addresses'}` : `${rows.length} of ${total}`}
          </p>
          {query.hasNextPage && (
            <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
      {editing && (
        <AddressForm
          key={editing === 'new' ? 'new' : editing.id}
          entry={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => onSaved(editing === 'new')}
        />
      )}
      {linked.found.isLoadingError && (
        <LoadError
          title="The address could not be opened"
          error={linked.found.error}
          onRetry={() => void linked.found.refetch()}
          isRetrying={linked.found.isFetching}
        />
      )}
      {linked.isReady && !editing && (
        <AddressForm
          key={linked.entry?.id ?? 'new'}
          entry={linked.entry}
          address={linked.address}
          onClose={linked.close}
          onSaved={() => {
            linked.close()
            onSaved(!linked.entry)
          }}
        />
      )}
    </>
  )
}

/** The entry that a link opens by `entry`, or a new one for the address that it says with `new`. */
function useLinked() {
  const [params, setParams] = useSearchParams()
  const id = params.get('entry')
  const address = params.get('new')?.slice(0, 200)
  const found = useQuery({
    queryKey: keys.addresses.one(id ?? ''),
    queryFn: ({ signal }) => call(getAddress, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  })
  const close = () =>
    setParams(
      (now) => {
        now.delete('entry')
        now.delete('new')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const entry = id === null ? undefined : found.data
  return { entry, address, found, isReady: entry !== undefined || (id === null && address !== undefined), close }
}

/** The entries that the search in the address asks for. */
function useAddresses() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const query = useInfiniteQuery({
    queryKey: keys.addresses.list(search),
    queryFn: ({ pageParam, signal }) =>
      call(listAddresses, { query: { q: search || undefined, cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })
  const setSearch = (value: string) =>
    setParams(value ? { tab: 'book', q: value } : { tab: 'book' }, { replace: true, preventScrollReset: true })
  const pages = query.data?.pages ?? []
  return { query, rows: pages.flatMap(({ data }) => data), total: pages[0]?.total ?? 0, search, setSearch }
}

/** Deletes entries at once, and offers to undo it. */
function useRemoving() {
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: keys.deliveries.all })
    return queryClient.invalidateQueries({ queryKey: keys.addresses.all })
  }
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await refresh()
      return true
    } catch (error) {
      toast({ title: what, description: sentenceOf(error), tone: 'error' })
      void refresh()
      return false
    }
  }
  const remove = async (entry: AddressEntry) => {
    const isGone = await attempt('The address was not deleted', () =>
      call(deleteAddress, { params: { id: entry.id }, version: entry.version }),
    )
    if (!isGone) return
    const { label, address, aliases, location, entrance, parking, gate_code, service_minutes, notes } = entry
    const body = { label, address, aliases, location, entrance, parking, gate_code, service_minutes, notes }
    const restore = () => void attempt('The address was not restored', () => call(createAddress, { body }))
    toast({ title: 'The address was deleted', action: { label: 'Undo', onPress: restore } })
  }
  return { refresh, remove }
}
