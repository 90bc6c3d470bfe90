import { readPrescriptionInEmergency } from '#domain/api/prescriptions.ts'
import { EmergencyReading, type Prescription } from '#domain/schema/prescription.ts'
import { call } from '#web/lib/call.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type EmergencyDialogProps = { deliveryId: string; onRead: (prescription: Prescription) => void; onClose: () => void }

/** For admins who do not handle prescriptions, when it cannot wait. */
export function EmergencyDialog({ deliveryId, onRead, onClose }: EmergencyDialogProps) {
  const form = useRecordForm({
    initial: { reason: '' },
    toBody: (values) => values,
    schema: EmergencyReading,
    save: async (body) => onRead(await call(readPrescriptionInEmergency, { params: { id: deliveryId }, body })),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Read in an emergency"
      description="You are not among those who handle prescriptions. The owners are told at once, with your reason, and the audit log keeps it."
      submit="Read it"
      form={form}
      onClose={onClose}
    >
      {form.failure !== undefined && <SaveError title="It could not be read" error={form.failure} />}
      <TextArea label="Why it cannot wait" rows={3} isRequired {...form.field('reason')} />
    </FormDialog>
  )
}
