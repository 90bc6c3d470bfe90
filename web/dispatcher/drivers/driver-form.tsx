import { useQuery } from '@tanstack/react-query'
import { reloadConflicts, sayReloadConflicts } from '#domain/reload-conflicts.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { planningSettingsQuery } from '../queries.ts'
import { fromOvertimeDrafts } from '../records/overtime-draft.ts'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { DriverAccount } from './account/driver-account.tsx'
import { BreaksFold } from './breaks-fold.tsx'
import { DriverPhones } from './driver-phones.tsx'
import { LicenseNote } from './license-note.tsx'
import { LimitsFold } from './limits-fold.tsx'
import { OvertimeFold } from './overtime-fold.tsx'
import { PlacesFold } from './places-fold.tsx'
import { ShiftFields } from './shift-fields.tsx'
import { DriverTrackers } from './trackers/driver-trackers.tsx'
import { useDriverChoices } from './use-driver-choices.ts'
import { useDriverForm } from './use-driver-form.ts'

/** Adds or edits a driver. */
export function DriverForm({ row, onClose, onSaved }: { row?: Driver; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_fleet')
  const mayInvite = useMay('invite_drivers')
  const choices = useDriverChoices(row)
  const form = useDriverForm(row, choices, onSaved)
  const { vehicles, depots } = choices
  const { values, set, field } = form
  const usual = useQuery(planningSettingsQuery).data
  const limits = {
    breaks: values.breaks,
    max_shift_minutes: numberOrNull(values.max_shift_minutes),
    overtime: values.overtime.own ? fromOvertimeDrafts(values.overtime.steps) : (usual?.overtime ?? []),
  }
  const conflict = choices.reloads(values.vehicle_id) && sayReloadConflicts(reloadConflicts({ driver: limits }))
  return (
    <RecordDrawer
      title={row ? row.name : 'Add driver'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change drivers" />}
      submitLabel={row ? 'Save' : 'Add driver'}
      onClose={onClose}
      after={
        row && (
          <>
            <Link to={`/dashboard/drivers/${row.id}/documents`}>Licenses and documents</Link>
            {mayInvite && <DriverAccount driver={row} />}
            <DriverPhones driver={row} />
            <DriverTrackers driver={row} mayChange={mayChange} />
          </>
        )
      }
    >
      <TextField label="Name" isRequired autoFocus={!row} {...field('name')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Phone" type="tel" placeholder="+62 811 0000 001" {...field('phone')} />
        <TextField label="Email" type="email" {...field('email')} />
      </div>
      <ShiftFields form={form} />
      <Select
        label="Vehicle"
        options={vehicles}
        {...field('vehicle_id')}
        onChange={(value) => set('vehicle_id', String(value))}
      />
      <Select
        label="Depot"
        options={depots}
        {...field('depot_id')}
        onChange={(value) => set('depot_id', String(value))}
      />
      <TextField
        label="Skills"
        description="Separate words with commas, such as cold. A delivery that needs a skill goes only to a driver or vehicle that has it."
        {...field('skills')}
      />
      {conflict && <Banner tone="warning">{conflict}</Banner>}
      <BreaksFold form={form} />
      <LimitsFold form={form} />
      <OvertimeFold form={form} />
      <PlacesFold form={form} />
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="Only active drivers get routes."
      >
        Active
      </Switch>
      {mayChange && values.active && !row?.active && <LicenseNote />}
    </RecordDrawer>
  )
}
