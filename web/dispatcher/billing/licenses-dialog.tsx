import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLicenses, previewLicenses } from '#domain/api/billing.ts'
import type { Billing, LicensePreview } from '#domain/schema/billing.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDate, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { billing: Billing; activeDrivers: number; onClose: () => void; onChanged: () => void }

/** Changes how many licenses are paid, and says before what that costs. */
export function LicensesDialog({ billing, activeDrivers, onClose, onChanged }: Props) {
  const now = billing.subscription!
  const [isFollowing, setFollowing] = useState(now.follows_drivers)
  const [typed, setTyped] = useState(now.licenses)
  const licenses = isFollowing ? Math.max(1, activeDrivers) : typed
  const settled = useSettled(licenses, 400)
  const preview = useQuery({
    queryKey: keys.billing.preview(settled),
    queryFn: ({ signal }) => call(previewLicenses, { query: { licenses: settled }, signal }),
    enabled: settled !== now.licenses,
  })
  const change = useMutation({
    mutationFn: () =>
      call(changeLicenses, { body: { follows_drivers: isFollowing, ...(!isFollowing && { licenses: typed }) } }),
    onSuccess: () => {
      onChanged()
      onClose()
      toast({ title: `You pay for ${countOf(licenses, 'license')}` })
    },
  })
  const over = activeDrivers - licenses
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change licenses"
      description={`${countOf(activeDrivers, 'driver is', 'drivers are')} active.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={change.isPending} onPress={() => change.mutate()}>
            {licenses === now.licenses ? 'Save' : `Pay for ${countOf(licenses, 'license')}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Switch
          isSelected={isFollowing}
          onChange={setFollowing}
          description="Activating a driver adds a license, paid from that day on. Deactivating one takes it away."
        >
          As many licenses as active drivers
        </Switch>
        {!isFollowing && (
          <NumberField
            label="Licenses"
            value={typed}
            minValue={1}
            maxValue={10_000}
            onChange={(value) => setTyped(Number.isNaN(value) ? 1 : value)}
            className="w-48"
          />
        )}
        {over > 0 && (
          <p className="text-warning-ink">
            {countOf(over, 'active driver', 'active drivers')} will get no new routes. Routes under way go on, and you
            choose who has a license.
          </p>
        )}
        <Cost isChanged={licenses !== now.licenses} preview={preview.data} error={preview.error} />
        {change.error && <PlainAlert>{sentenceOf(change.error)}</PlainAlert>}
      </div>
    </Dialog>
  )
}

type CostProps = { isChanged: boolean; preview: LicensePreview | undefined; error: Error | null }

function Cost({ isChanged, preview, error }: CostProps) {
  const { time_zone: zone } = useMe().workspace
  if (!isChanged) return null
  if (error) return <PlainAlert>{sentenceOf(error)}</PlainAlert>
  if (!preview) return <p className="text-ink-muted">Asking what that costs…</p>
  const money = (amount: number) => formatMoney(amount, preview.currency.toUpperCase())
  return (
    <output className="block rounded-lg bg-sunken p-3">
      {preview.prorated >= 0 ? 'For the rest of this month: ' : 'Credit for the rest of this month: '}
      <strong>{money(Math.abs(preview.prorated))}</strong>. Your next invoice
      {preview.next_at && ` on ${formatDate(preview.next_at, zone)}`} will be{' '}
      <strong>{money(preview.next_total)}</strong>.
    </output>
  )
}
