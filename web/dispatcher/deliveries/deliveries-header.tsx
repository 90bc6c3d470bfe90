import { Plus, Upload } from 'lucide-react'
import { useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type DeliveriesHeaderProps = { isEditable: boolean; onAdd: () => void; onImport: () => void }

/** The title, and the ways to add deliveries. */
export function DeliveriesHeader({ isEditable, onAdd, onImport }: DeliveriesHeaderProps) {
  const client = useMe().client
  return (
    <PageHeader
      title="Deliveries"
      description={
        client ? `Everything for ${client.name}.` : <span className="max-sm:hidden">Every delivery, on any day.</span>
      }
      actions={
        isEditable ? (
          <>
            <Button icon={<Upload aria-hidden="true" className="size-4" />} onPress={onImport}>
              <span className="max-sm:sr-only">Import</span>
            </Button>
            <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={onAdd}>
              <span>
                Add<span className="max-sm:sr-only"> delivery</span>
              </span>
            </Button>
          </>
        ) : (
          <NotOffered action="add_deliveries" doing="add deliveries" />
        )
      }
    />
  )
}
