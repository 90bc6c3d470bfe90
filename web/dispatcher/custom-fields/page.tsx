import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { changeCustomField } from '#domain/api/custom-fields.ts'
import type { CustomField, CustomFieldChange } from '#domain/schema/custom-field.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { customFieldsQuery } from '../queries.ts'
import { FieldForm } from './field-form.tsx'
import { inOrder, movedPositions } from './field-order.ts'
import { FieldTable } from './field-table.tsx'

export function meta() {
  return [{ title: 'Custom fields · Karta' }]
}

/** Fields that the workspace adds to its deliveries: add, rename, order, archive. */
export default function CustomFieldsPage() {
  const queryClient = useQueryClient()
  const mayChange = useMay('manage_workspace')
  const fields = useQuery(customFieldsQuery)
  const [opened, setOpened] = useState<CustomField | 'new'>()
  const rows = inOrder(fields.data ?? [])
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.customFields })

  const change = async (all: { field: CustomField; change: CustomFieldChange }[], done?: string) => {
    try {
      for (const { field, change: body } of all) {
        await changeRecord(field, body, (version) =>
          call(changeCustomField, { params: { id: field.id }, body, version }),
        )
      }
      if (done) toast({ title: done })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await refresh()
  }
  const move = (field: CustomField, by: -1 | 1) =>
    change(
      movedPositions(rows, field.id, by).map((each) => ({ field: each.field, change: { position: each.position } })),
    )

  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setOpened('new')}>
      Add field
    </Button>
  )
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Custom fields"
        trail={[{ label: 'Settings', href: '/dashboard/settings' }]}
        description="What your deliveries say besides the usual, such as a gate code or a purchase order."
        actions={mayChange && rows.length > 0 && add}
      />
      <NotOffered action="manage_workspace" doing="add and change fields" className="mb-4" />
      {fields.isLoadingError ? (
        <LoadError
          title="The fields could not be loaded"
          error={fields.error}
          onRetry={() => void fields.refetch()}
          isRetrying={fields.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <FieldTable
            rows={rows}
            isLoading={fields.isPending}
            mayChange={mayChange}
            onOpen={setOpened}
            onMove={(field, by) => void move(field, by)}
            onArchive={(field, archived) =>
              void change(
                [{ field, change: { archived } }],
                archived ? `“${field.label}” is no longer offered` : `“${field.label}” is offered again`,
              )
            }
            empty={
              <EmptyState icon={<SquarePen />} title="No fields yet" actions={mayChange && add}>
                Fields that you add here are in the form of a delivery, in the list, in files and in the API.
              </EmptyState>
            }
          />
        </Card>
      )}
      {opened && (
        <FieldForm
          key={opened === 'new' ? opened : opened.id}
          {...(opened !== 'new' && { row: opened })}
          onClose={() => setOpened(undefined)}
          onSaved={() => {
            setOpened(undefined)
            toast({ title: opened === 'new' ? 'The field was added' : 'The field was saved' })
            void refresh()
          }}
        />
      )}
    </div>
  )
}
