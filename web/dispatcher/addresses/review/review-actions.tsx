import { Check } from 'lucide-react'
import type { Location } from '#domain/geo.ts'
import type { DoubtfulDelivery } from '#domain/schema/address.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { useConfirm } from './use-confirm.ts'

type ReviewActionsProps = {
  delivery: DoubtfulDelivery
  pin: Location | null
  remember: boolean
  onRemember: (remember: boolean) => void
  confirm: ReturnType<typeof useConfirm>
  onConfirm: () => void
}

/** Confirms the pin, and whether the address book learns it. */
export function ReviewActions({ delivery, pin, remember, onRemember, confirm, onConfirm }: ReviewActionsProps) {
  const { same_address: others } = delivery
  return (
    <div className="grid shrink-0 gap-3 rounded-xl border bg-surface p-3.5 shadow-card max-lg:sticky max-lg:bottom-20 max-lg:z-[950]">
      {confirm.error && <LoadError title="The position was not saved" error={confirm.error} />}
      <Checkbox isSelected={remember} onChange={onRemember}>
        Remember for this address
        {others > 0 && (
          <span className="block text-[0.8125rem] text-ink-muted">
            {others === 1 ? 'One other open delivery goes there.' : `${others} other open deliveries go there.`}
          </span>
        )}
      </Checkbox>
      <Button
        variant="primary"
        icon={<Check aria-hidden="true" className="size-4" />}
        isDisabled={!pin}
        isPending={confirm.isPending}
        onPress={onConfirm}
        className="w-full"
      >
        {pin ? 'Confirm pin' : 'Place the pin first'}
      </Button>
      <p className="text-xs text-ink-muted max-lg:hidden pointer-coarse:hidden">
        <Key>Enter</Key> confirm · <Key>J</Key> <Key>K</Key> next, back · <Key>1</Key>–<Key>9</Key> place
      </p>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border bg-ground px-1 font-sans text-[0.6875rem] font-medium">{children}</kbd>
}
