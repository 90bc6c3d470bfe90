import { useQuery } from '@tanstack/react-query'
import { Eraser, Lock } from 'lucide-react'
import { useState } from 'react'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { isEditable } from '#domain/delivery-state.ts'
import { changeOf } from '#domain/orders/on-route.ts'
import { errors } from '#domain/errors.ts'
import { DeliveryChange, NewDelivery, type Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { newest, useLastChange } from '#web/lib/live/last-changes.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import type { DrawerTab } from '../deliveries-address.ts'
import { DuplicateDialog } from '../bulk/duplicate-dialog.tsx'
import { DeliveryMessages } from '../../notifications/delivery-messages.tsx'
import { DeliveryPrescription } from '../prescription/delivery-prescription.tsx'
import { usePrescription } from '../prescription/use-prescription.tsx'
import { DeliveryProof } from '../proof/delivery-proof.tsx'
import { DeliveryStatus } from '../status/delivery-status.tsx'
import { useDeliveryActions } from '../use-delivery-actions.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { DeliveryHistory } from './delivery-history.tsx'
import { deliveryParts } from './delivery-parts.ts'
import { atItsField, lockReason, toBody, toChange, toValues } from './delivery-values.ts'
import { focusFirstProblem } from './focus-first-problem.ts'

type DeliveryFormProps = {
  /** Absent for a new delivery. */
  delivery?: Delivery
  /** The default day of a new delivery. */
  day: string
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
  onClose: () => void
  onSaved: () => void
}

/** Adds, shows or edits a delivery, with its history. */
export function DeliveryForm({ delivery: read, day, tab, onTab, onClose, onSaved }: DeliveryFormProps) {
  const { workspace } = useMe()
  const told = useLastChange(read?.id)
  const delivery = read && newest(read, told?.record)
  const may = { add: useMay('add_deliveries'), change: useMay('change_deliveries') }
  // A client changes their own deliveries until they are planned.
  const mayEdit = may.change || (may.add && (!delivery || isEditable(delivery.status)))
  const mayChange = mayEdit && !delivery?.erased_at
  const isTooLate = may.add && !mayEdit
  const seesFleet = useMay('see_operations')
  const handlesPrescriptions = useMay('see_prescriptions')
  const showsPrescription = handlesPrescriptions || delivery?.has_prescription === true
  const prescription = usePrescription(delivery)
  const usual = { day, service_minutes: workspace.service_minutes }
  const drivers = useQuery({ ...activeDriversQuery, enabled: seesFleet })
  const { restore } = useDeliveryActions()
  const { names } = useScopeNames()
  const [isDuplicating, setDuplicating] = useState(false)
  const [initial] = useState(() => toValues(delivery, usual))
  const form = useRecordForm<typeof initial, NewDelivery | DeliveryChange, Delivery>({
    initial,
    toBody: (values, base) => (delivery ? toChange(base, values, usual) : toBody(values, usual)),
    schema: delivery ? DeliveryChange : NewDelivery,
    shared: delivery && {
      record: delivery,
      toValues: (current) => toValues(current, usual),
      parts: deliveryParts(
        (id) => drivers.data?.find((driver) => driver.id === id)?.name ?? 'Another driver',
        (id) => names.get(id) ?? 'Another one',
        (amount) => formatMoney(amount, workspace.currency),
      ),
      gone: { code: 'delivery_not_found', noun: 'delivery' },
    },
    save: async (body, { idempotencyKey, version }) => {
      try {
        if (delivery) {
          await call(changeDelivery, { params: { id: delivery.id }, body: body as DeliveryChange, version })
          toast({ title: `Delivery #${delivery.number} saved` })
        } else {
          const { number } = await call(createDelivery, { body: body as NewDelivery, idempotencyKey })
          toast({ title: `Delivery #${number} added` })
        }
      } catch (error) {
        throw atItsField(error)
      }
    },
    onSaved,
  })
  const submit = async () => {
    if (tab !== 'details') onTab('details')
    await form.submit()
    requestAnimationFrame(focusFirstProblem)
  }
  const locked = delivery ? lockReason(delivery.status) : null
  const fields = (
    <DeliveryFields
      form={form}
      isNew={!delivery}
      isReadOnly={!mayChange}
      isFixed={(name) => delivery !== undefined && changeOf(delivery.status, name) === 'fixed'}
      usualMinutes={workspace.service_minutes}
      stored={delivery}
      wanted={delivery && wantedOf(delivery)}
    />
  )

  const prescriptionTab =
    delivery && showsPrescription
      ? [
          {
            id: 'prescription',
            label: 'Prescription',
            content: <DeliveryPrescription delivery={delivery} state={prescription.state} />,
          },
        ]
      : []

  const drawer = (
    <RecordDrawer
      title={delivery ? `Delivery #${delivery.number}` : 'Add delivery'}
      form={{ ...form, submit }}
      isEditable={mayChange}
      locksAll={tab === 'details' || !delivery}
      whyNot={
        isTooLate ? undefined : delivery ? (
          <NotOffered action="change_deliveries" doing="change deliveries" />
        ) : (
          <NotOffered action="add_deliveries" doing="add deliveries" />
        )
      }
      submitLabel={delivery ? 'Save' : 'Add delivery'}
      onClose={onClose}
      onRestore={delivery && (() => void restore(delivery))}
    >
      {delivery ? (
        <>
          <DeliveryStatus
            delivery={delivery}
            mayChange={may.change && mayChange}
            onDuplicate={() => setDuplicating(true)}
          />
          <Tabs
            label="Delivery"
            selectedKey={tab === 'prescription' && !showsPrescription ? 'details' : tab}
            onSelectionChange={(id) => onTab(id as DrawerTab)}
            items={[
              {
                id: 'details',
                label: 'Details',
                content: (
                  <div className="flex flex-col gap-4">
                    {delivery.erased_at && (
                      <Banner icon={<Eraser />}>The recipient was erased, so this delivery cannot be changed.</Banner>
                    )}
                    {isTooLate && <Banner icon={<Lock />}>{errors.client_too_late.say}</Banner>}
                    {mayChange && locked && <Banner icon={<Lock />}>{locked}</Banner>}
                    <div className="flex flex-col gap-4">{fields}</div>
                  </div>
                ),
              },
              { id: 'proof', label: 'Proof', content: <DeliveryProof delivery={delivery} /> },
              ...(delivery.has_prescription ? prescriptionTab : []),
              ...(seesFleet
                ? [{ id: 'messages', label: 'Messages', content: <DeliveryMessages delivery={delivery} /> }]
                : []),
              { id: 'history', label: 'History', content: <DeliveryHistory delivery={delivery} onErased={onSaved} /> },
              // Most deliveries have none, and few people add them.
              ...(delivery.has_prescription ? [] : prescriptionTab),
            ]}
          />
        </>
      ) : (
        fields
      )}
    </RecordDrawer>
  )
  return (
    <>
      {drawer}
      {prescription.dialogs}
      {delivery && isDuplicating && (
        <DuplicateDialog
          target={{ rows: [delivery] }}
          count={1}
          name={`delivery #${delivery.number}`}
          onClose={() => setDuplicating(false)}
        />
      )}
    </>
  )
}

function wantedOf({ wanted_driver_id: id, wanted_driver_name: name }: Delivery) {
  return id && name ? { id, name } : undefined
}
