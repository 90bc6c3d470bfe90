import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayHandlePrescriptions } from '#domain/permissions.ts'
import { assignableRoles, type TeamMember } from '#domain/schema/member.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { clientsQuery, depotChoicesQuery } from '../../queries.ts'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { DriverTie } from './driver-tie.tsx'
import { roleWords } from './role-words.ts'
import { isLimitable, useMemberForm } from './use-member-form.ts'

type MemberDrawerProps = { member: TeamMember; isEditable: boolean; onClose: () => void }

/** Changes what a member is called and may do. */
export function MemberDrawer({ member, isEditable, onClose }: MemberDrawerProps) {
  const me = useMe()
  const client = useQueryClient()
  const depots = useQuery(depotChoicesQuery).data ?? []
  const clients = useQuery(clientsQuery).data ?? []
  const form = useMemberForm(member, { depots, clients }, () => {
    onClose()
    void client.invalidateQueries({ queryKey: keys.members.all })
    toast({ title: `${member.name} was saved` })
  })
  const { values, set, field } = form
  const isSelf = member.user_id === me.user_id
  const roles = member.role === 'owner' ? (['owner', ...assignableRoles] as const) : assignableRoles
  const toggle = (id: string, isOn: boolean) =>
    set('depot_ids', isOn ? [...values.depot_ids, id] : values.depot_ids.filter((each) => each !== id))
  return (
    <RecordDrawer
      title={member.name}
      form={form}
      isEditable={isEditable}
      submitLabel="Save"
      onClose={onClose}
      after={isEditable && <DriverTie member={member} />}
    >
      <TextField label="Name" isRequired {...field('name')} />
      <Select
        label="Role"
        description={isSelf ? 'Another owner or admin can change your role.' : roleWords[values.role].does}
        isDisabled={isSelf}
        options={roles.map((id) => ({ id, label: roleWords[id].label, description: roleWords[id].does }))}
        {...field('role')}
        onChange={(value) => set('role', value as TeamMember['role'])}
      />
      {values.role === 'client' && (
        <Select
          label="Client"
          isRequired
          placeholder="Choose a client"
          description="Sees and adds the deliveries of this client only."
          options={clients
            .filter(({ id, active }) => active || id === values.client_id)
            .map(({ id, name }) => ({ id, label: name }))}
          {...field('client_id')}
          onChange={(value) => set('client_id', String(value))}
        />
      )}
      {mayHandlePrescriptions(values.role) && (me.role === 'owner' || member.handles_prescriptions) && (
        <Switch
          isSelected={values.handles_prescriptions}
          isDisabled={!isEditable || (me.role !== 'owner' && !values.handles_prescriptions)}
          onChange={(handles) => set('handles_prescriptions', handles)}
          description="Reads and changes what prescriptions say. Each reading is in the audit log. Only owners can allow it."
        >
          Handles prescriptions
        </Switch>
      )}
      {isLimitable(values.role) && depots.length > 1 && (
        <fieldset className="grid gap-2.5">
          <legend className="mb-1.5 text-[0.8125rem] font-medium">Depots</legend>
          {depots.map(({ id, name }) => (
            <Checkbox
              key={id}
              isSelected={values.depot_ids.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
              isDisabled={!isEditable}
            >
              {name}
            </Checkbox>
          ))}
          <p className="text-[0.8125rem] text-ink-muted">
            {values.depot_ids.length > 0
              ? 'Sees and changes only what belongs to these depots.'
              : 'With none checked, there is no limit.'}
          </p>
        </fieldset>
      )}
    </RecordDrawer>
  )
}
