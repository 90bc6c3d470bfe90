import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listApiKeys } from '#domain/api/api-keys.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import { ApiUsage } from './api-usage.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeyDrawer } from './key-drawer.tsx'
import { overlapOf, stateOf } from './key-words.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

type Doing = { what: 'create' } | { what: 'edit' | 'rotate' | 'revoke'; key: ApiKey }

/** The API keys of the workspace, for owners and admins. The opened one is in the address, as `?key=`. */
export function KeyList({ description }: { description: ReactNode }) {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  const fresh = useFresh()
  const [doing, setDoing] = useState<Doing>()
  const [search, setSearch] = useSearchParams()
  const apiKeys = useQuery({ queryKey: keys.apiKeys, queryFn: ({ signal }) => call(listApiKeys, { signal }) })
  const rows = apiKeys.data?.data ?? []
  const opened = rows.find(({ id }) => id === search.get('key'))

  const columns = useMemo(() => keyColumns(workspace.time_zone), [workspace.time_zone])
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: keys.apiKeys })
    void queryClient.invalidateQueries({ queryKey: keys.sandbox })
  }
  const open = (id: string | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('key', id)
        else next.delete('key')
        return next
      },
      { preventScrollReset: true },
    )
  const close = () => setDoing(undefined)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setDoing({ what: 'create' })}
    >
      Create API key
    </Button>
  )
  const menuOf = (key: ApiKey) => {
    const isActive = stateOf(key, Date.now()) === 'active'
    return (
      <>
        <MenuItem onAction={() => open(key.id)}>Details</MenuItem>
        <MenuItem onAction={() => setDoing({ what: 'edit', key })}>{isActive ? 'Edit' : 'Rename'}</MenuItem>
        {isActive && !overlapOf(key, Date.now()) && (
          <MenuItem onAction={() => setDoing({ what: 'rotate', key })}>Rotate</MenuItem>
        )}
        {!key.revoked_at && (
          <MenuItem isDestructive onAction={() => setDoing({ what: 'revoke', key })}>
            Revoke
          </MenuItem>
        )}
      </>
    )
  }

  return (
    <>
      <PageHeader title="API keys" description={description} actions={rows.length > 0 && create} />
      <Card isPadded={false}>
        <div className="p-4">
          <ApiUsage />
        </div>
        <div className="border-t">
          {apiKeys.isLoadingError ? (
            <div className="p-4">
              <LoadError
                title="The API keys could not be loaded"
                error={apiKeys.error}
                onRetry={() => void apiKeys.refetch()}
                isRetrying={apiKeys.isFetching}
              />
            </div>
          ) : (
            <Table
              label="API keys"
              columns={columns}
              rows={rows}
              rowKey={(key) => key.id}
              rowText={(key) => key.name}
              onOpen={open}
              isLoading={apiKeys.isPending}
              fresh={fresh}
              rowMenu={menuOf}
              empty={
                <EmptyState icon={<KeyRound />} title="No API keys yet" actions={create}>
                  Create one to send deliveries from your shop or warehouse and to check their status.
                </EmptyState>
              }
            />
          )}
        </div>
      </Card>
      {opened && (
        <KeyDrawer
          apiKey={opened}
          onClose={() => open(undefined)}
          onDo={(what) => setDoing({ what, key: opened })}
          onChanged={refresh}
        />
      )}
      {doing?.what === 'create' && <NewKeyDialog onClose={close} onCreated={refresh} />}
      {doing?.what === 'edit' && <EditKeyDialog apiKey={doing.key} onClose={close} onSaved={refresh} />}
      {doing?.what === 'rotate' && <RotateKeyDialog apiKey={doing.key} onClose={close} onRotated={refresh} />}
      {doing?.what === 'revoke' && <RevokeKeyDialog apiKey={doing.key} onClose={close} onRevoked={refresh} />}
    </>
  )
}
