import { useQuery } from '@tanstack/react-query'
import { FileText, Plus } from 'lucide-react'
import type { FleetDocument } from '#domain/schema/fleet-document.ts'
import { formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { documentsQuery, type DocumentOwner } from '../fleet-queries.ts'
import { DocumentForm } from './document-form.tsx'
import { documentWords } from './document-words.ts'
import { usePart } from './use-part.ts'

const columns: TableColumn<FleetDocument>[] = [
  { id: 'name', header: 'Document', isRowHeader: true, cell: ({ name }) => name },
  { id: 'kind', header: 'Kind', width: 'w-36', cell: ({ kind }) => documentWords[kind], hideBelow: 'lg' },
  { id: 'number', header: 'Number', cell: ({ number }) => number ?? '–', hideBelow: 'xl' },
  { id: 'file', header: 'File', cell: ({ file }) => file?.name ?? '–', hideBelow: 'lg' },
  {
    id: 'ends',
    header: 'Valid until',
    width: 'w-40',
    cell: ({ expires_on }) => (expires_on ? formatDay(expires_on) : 'No end'),
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: ({ due: { state } }) =>
      state === 'ok' ? (
        <Badge tone="success">Valid</Badge>
      ) : (
        <Badge tone={state === 'due' ? 'warning' : 'danger'}>{state === 'due' ? 'Ends soon' : 'Ended'}</Badge>
      ),
  },
]

/** Documents of a vehicle, or licenses of a driver. */
export function DocumentsTab({ owner }: { owner: DocumentOwner }) {
  const mayChange = useMay('change_fleet')
  const documents = useQuery(documentsQuery(owner))
  const form = usePart('document')
  if (documents.isLoadingError) {
    return (
      <LoadError
        title="The documents could not be loaded"
        error={documents.error}
        onRetry={() => void documents.refetch()}
        isRetrying={documents.isFetching}
      />
    )
  }
  const add = mayChange && (
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => form.open('new')}>
      Add document
    </Button>
  )
  const opened = documents.data?.find(({ id }) => id === form.value)
  const isDriver = owner.driver_id !== undefined
  return (
    <>
      <Card
        title={isDriver ? 'Licenses and documents' : 'Documents'}
        description="An alert tells you before one expires."
        actions={add}
        isPadded={false}
      >
        <Table
          label="Documents"
          columns={columns}
          rows={documents.data ?? []}
          rowKey={({ id }) => id}
          rowText={({ name }) => name}
          isLoading={documents.isPending}
          onOpen={form.open}
          empty={
            <EmptyState icon={<FileText />} title="No documents yet" actions={add}>
              {isDriver
                ? 'Add the driving license and other permits, with the day on which they end.'
                : 'Add the registration, the insurance or a permit, with a scan and the day on which it ends.'}
            </EmptyState>
          }
        />
      </Card>
      {(form.value === 'new' || opened) && (
        <DocumentForm key={form.value} owner={owner} row={opened} onClose={form.close} />
      )}
    </>
  )
}
