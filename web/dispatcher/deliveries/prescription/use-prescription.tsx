import { useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Prescription } from '#domain/schema/prescription.ts'
import { useMay } from '#web/lib/me.ts'
import { EmergencyDialog } from './emergency-dialog.tsx'
import { PrescriptionForm } from './prescription-form.tsx'

/** A prescription while its delivery is open: what was read of it, and what is being written. */
export type OpenedPrescription = {
  /** Kept here alone, and forgotten when the delivery is closed. */
  read: Prescription | undefined
  setRead: (prescription: Prescription | undefined) => void
  /** Opens the form: over what was read, or for a new one. */
  edit: () => void
  askInEmergency: () => void
}

/** The state of the tab, with its dialogs, which belong outside of the form of the delivery. */
export function usePrescription(delivery: Delivery | undefined) {
  const sees = useMay('see_prescriptions')
  const [kept, setKept] = useState<{ prescription: Prescription; sees: boolean }>()
  // Whoever loses the right while the page is open loses what was shown, too.
  const read = kept?.sees === sees ? kept.prescription : undefined
  const setRead = (prescription: Prescription | undefined) => setKept(prescription && { prescription, sees })
  const [opened, setOpened] = useState<'form' | 'emergency'>()
  const close = () => setOpened(undefined)
  const state: OpenedPrescription = {
    read,
    setRead,
    edit: () => setOpened('form'),
    askInEmergency: () => setOpened('emergency'),
  }
  const dialogs = delivery && (
    <>
      {opened === 'form' && sees && (
        <PrescriptionForm
          delivery={delivery}
          stored={read}
          onClose={close}
          onSaved={() => {
            close()
            // What is stored now was not read yet.
            setRead(undefined)
          }}
        />
      )}
      {opened === 'emergency' && <EmergencyDialog deliveryId={delivery.id} onRead={setRead} onClose={close} />}
    </>
  )
  return { state, dialogs }
}
