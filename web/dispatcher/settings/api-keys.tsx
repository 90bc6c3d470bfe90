import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
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
import { Link } from '#web/ui/link.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { ApiUsage } from './api-usage.tsx'
import { NewApiKeyDialog } from './new-api-key-dialog.tsx'
import { RenameApiKeyDialog } from './rename-api-key-dialog.tsx'
import { RevokeApiKeyDialog } from './revoke-api-key-dialog.tsx'

type Doing = { what: 'create' } | { what: 'rename' | 'revoke'; key: ApiKey }

/** The API keys of the workspace, for owners and admins. */
export function ApiKeys() {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  const fresh = useFresh()
  const [doing, setDoing] = useState<Doing>()
  const apiKeys = useQuery({ queryKey: keys.apiKeys, queryFn: ({ signal }) => call(listApiKeys, { signal }) })

  const columns = useMemo(() => apiKeyColumns(workspace.time_zone), [workspace.time_zone])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.apiKeys })
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
  const menuOf = (key: ApiKey) => (
    <>
      <MenuItem onAction={() => setDoing({ what: 'rename', key })}>Rename</MenuItem>
      {!key.revoked_at && (
        <MenuItem isDestructive onAction={() => setDoing({ what: 'revoke', key })}>
          Revoke
        </MenuItem>
      )}
    </>
  )

  return (
    <Card
      title="API keys"
      description={
        <>
          Let your own programs work in this workspace. <Link to="/api">How to use the API</Link>
        </>
      }
      actions={apiKeys.data && apiKeys.data.data.length > 0 && <div className="max-sm:w-full">{create}</div>}
      isPadded={false}
    >
      <div className="border-t p-4">
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
            rows={apiKeys.data?.data ?? []}
            rowKey={(key) => key.id}
            rowText={(key) => key.name}
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
      {doing?.what === 'create' && <NewApiKeyDialog onClose={close} onCreated={refresh} />}
      {doing?.what === 'rename' && <RenameApiKeyDialog apiKey={doing.key} onClose={close} onRenamed={refresh} />}
      {doing?.what === 'revoke' && <RevokeApiKeyDialog apiKey={doing.key} onClose={close} onRevoked={refresh} />}
    </Card>
  )
}
