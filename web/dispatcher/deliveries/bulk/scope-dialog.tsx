import { useState } from 'react'
import type { BulkChange } from '#domain/api/bulk.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ClientField } from '../../scopes/client-field.tsx'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'

type ScopeDialogProps = {
  what: 'client' | 'depot'
  count: number
  onChoose: (change: BulkChange, name: string | undefined) => void
  onClose: () => void
}

/** Asks which client the deliveries belong to, or which depot they leave from. */
export function ScopeDialog({ what, count, onChoose, onClose }: ScopeDialogProps) {
  const { depots, names } = useScopeNames()
  const [client, setClient] = useState<string | null>(null)
  const [depot, setDepot] = useState('')
  const chosen = depot || depots.find(({ is_default }) => is_default)?.id || ''
  const deliveries = countOf(count, 'delivery', 'deliveries')
  const change = what === 'client' ? { client_id: client } : { depot_id: chosen }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={what === 'client' ? `Choose the client of ${deliveries}` : `Move ${deliveries} to a depot`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(change, names.get((what === 'client' ? client : chosen) ?? ''))
        }}
      >
        {what === 'client' ? (
          <ClientField value={client} onChange={setClient} />
        ) : (
          <DepotSelect label="Depot" value={chosen} onChange={setDepot} />
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {what === 'client' ? 'Set client' : 'Move'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
