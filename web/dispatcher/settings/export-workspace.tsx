import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { deleteWorkspaceExport, listWorkspaceExports, makeWorkspaceExportLink } from '#domain/api/workspace-exports.ts'
import { sizeOf } from '#domain/quotas.ts'
import type { WorkspaceExport } from '#domain/schema/workspace-export.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ExportWorkspaceDialog } from './export-workspace-dialog.tsx'
import { OwnerFailure } from './owner-failure.tsx'

const pollMs = 1500
const isOpen = ({ state }: WorkspaceExport) => state === 'waiting' || state === 'running'

/** Everything of the workspace in one file, for its owners. */
export function ExportWorkspace() {
  const { workspace } = useMe()
  const [isAsking, setAsking] = useState(false)
  const list = useQuery({
    queryKey: keys.workspaceExports,
    queryFn: ({ signal }) => call(listWorkspaceExports, { signal }),
    refetchInterval: ({ state }) => state.data?.data.some(isOpen) && pollMs,
  })
  const exports = list.data?.data ?? []
  return (
    <Card
      title="Export this workspace"
      description="Everything in it, in one file: deliveries with their histories and proofs, plans, the fleet, addresses, members, files and the audit log. Keep it, or take it to another Karta."
      isPadded={false}
      actions={
        <Button
          icon={<PackageOpen aria-hidden="true" className="size-4" />}
          isDisabled={!list.data || exports.some(isOpen)}
          onPress={() => setAsking(true)}
        >
          Export workspace
        </Button>
      }
    >
      {list.error && !list.data && (
        <div className="border-t p-4">
          <LoadError error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        </div>
      )}
      {exports.length > 0 && (
        <ul className="divide-y border-t">
          {exports.map((each) => (
            <li key={each.id} className="px-4 py-3">
              <ExportRow made={each} />
            </li>
          ))}
        </ul>
      )}
      {isAsking && <ExportWorkspaceDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function ExportRow({ made }: { made: WorkspaceExport }) {
  const { workspace } = useMe()
  const who = `${formatDateTime(made.requested_at, workspace.time_zone)} · ${made.requested_by_name}`
  return (
    <div className="flex flex-col gap-2">
      {isOpen(made) ? <Running made={made} /> : made.state === 'ready' ? <Ready made={made} /> : <Over made={made} />}
      <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{who}</p>
    </div>
  )
}

function Running({ made: { id, state, progress } }: { made: WorkspaceExport }) {
  const stop = useRemoval(id)
  const soFar =
    progress && `${countOf(progress.rows, 'row', 'rows')}, ${countOf(progress.objects, 'file', 'files')} so far`
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-48 flex-1">
        <ProgressBar label={state === 'waiting' ? 'Waiting for its turn' : 'Writing the file'} isIndeterminate />
        <p role="status" className="mt-1 text-[0.8125rem] text-ink-muted tabular-nums">
          {soFar ?? 'You get a mail when it is ready, and can leave this page.'}
        </p>
      </div>
      <Button size="small" isPending={stop.isPending} onPress={() => stop.mutate()}>
        Stop
      </Button>
      {stop.error && <OwnerFailure failure={stop.error} anchor="export-workspace" />}
    </div>
  )
}

function Ready({ made }: { made: WorkspaceExport }) {
  const { workspace } = useMe()
  const [isDeleting, setDeleting] = useState(false)
  const remove = useRemoval(made.id)
  const download = useMutation({
    mutationFn: () => call(makeWorkspaceExportLink, { params: { id: made.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const { bytes, rows, objects, is_encrypted: isEncrypted, ends_at: endsAt, downloads } = made
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">
          {sizeOf(bytes!)}
          <span className="font-normal text-ink-muted">
            {' '}
            · {countOf(rows!, 'row', 'rows')} · {countOf(objects!, 'file', 'files')} ·{' '}
            {isEncrypted ? 'encrypted' : 'not encrypted, without secrets'}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="danger-quiet" onPress={() => setDeleting(true)}>
            Delete file
          </Button>
          <Button
            size="small"
            icon={<Download aria-hidden="true" className="size-4" />}
            isPending={download.isPending}
            onPress={() => download.mutate()}
          >
            Download
          </Button>
        </div>
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        Kept until {formatDateTime(endsAt!, workspace.time_zone)}.{' '}
        {downloads > 0 && `Downloaded ${countOf(downloads, 'time', 'times')}.`}
      </p>
      {download.error && <OwnerFailure failure={download.error} anchor="export-workspace" />}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this file?"
        confirmLabel="Delete file"
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setDeleting(false) })}
      >
        The link to it ends too. What you downloaded stays with you, and you can export the workspace again.
      </ConfirmDialog>
      {remove.error && <OwnerFailure failure={remove.error} anchor="export-workspace" />}
    </>
  )
}

const sentences: Partial<Record<WorkspaceExport['state'], string>> = {
  canceled: 'Stopped.',
  ended: 'The file was deleted.',
}

const Over = ({ made: { state, failure } }: { made: WorkspaceExport }) =>
  state === 'failed' ? <p className="text-danger-ink">{failure}</p> : <p>{sentences[state]}</p>

function useRemoval(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteWorkspaceExport, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.workspaceExports }),
  })
}
