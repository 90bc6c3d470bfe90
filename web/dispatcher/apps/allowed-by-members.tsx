import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAppGrants, revokeAppGrant } from '#domain/api/apps.ts'
import type { AppGrant } from '#domain/schema/app.ts'
import { scopesInShort } from '#web/lib/app-words.ts'
import { call } from '#web/lib/call.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { toast } from '#web/ui/toast.tsx'

/** What members of the workspace allowed apps, whoever registered them. */
export function AllowedByMembers() {
  const { time_zone: zone } = useMe().workspace
  const [ending, setEnding] = useState<AppGrant>()
  const found = useQuery({ queryKey: keys.apps.grants, queryFn: ({ signal }) => call(listAppGrants, { signal }) })
  return (
    <section aria-labelledby="allowed-apps">
      <h2 id="allowed-apps" className="mb-3 text-base font-semibold tracking-tight">
        Allowed by members
      </h2>
      {found.isLoadingError ? (
        <LoadError
          title="What members allowed could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Apps that members allowed"
            columns={columnsFor(zone)}
            rows={found.data?.data ?? []}
            rowKey={({ id }) => id}
            rowText={({ app }) => app.name}
            isLoading={found.isPending}
            rowMenu={(grant) => (
              <MenuItem isDestructive onAction={() => setEnding(grant)}>
                Revoke
              </MenuItem>
            )}
            empty={<p className="p-6 text-center text-sm text-ink-muted">No app works here for anybody yet.</p>}
          />
        </Card>
      )}
      {ending && <RevokeDialog grant={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

function RevokeDialog({ grant, onClose }: { grant: AppGrant; onClose: () => void }) {
  const client = useQueryClient()
  const { app, member } = grant
  const revoke = useMutation({
    mutationFn: () => call(revokeAppGrant, { params: { id: grant.id } }),
    onSuccess: () => {
      onClose()
      toast({ title: `${app.name} can no longer work for ${member.name}` })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.apps.all }),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revoke ${app.name} for ${member.name}?`}
      confirmLabel="Revoke"
      isDestructive
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    >
      It stops working here at once. {member.name} can allow it again.
    </ConfirmDialog>
  )
}

const columnsFor = (zone: string): TableColumn<AppGrant>[] => [
  { id: 'app', header: 'App', isRowHeader: true, cell: ({ app }) => app.name },
  { id: 'member', header: 'Allowed by', cell: ({ member }) => member.name },
  {
    id: 'scopes',
    header: 'May',
    cell: ({ scopes }) => scopesInShort(scopes),
    title: ({ scopes }) => scopesInShort(scopes),
  },
  { id: 'allowed', header: 'Allowed', width: 'w-36', cell: ({ allowed_at }) => formatDate(allowed_at, zone) },
  {
    id: 'used',
    header: 'Last used',
    width: 'w-44',
    cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at, zone) : 'Never'),
  },
]
