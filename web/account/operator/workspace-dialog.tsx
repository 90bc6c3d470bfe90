import { parseDate } from '@internationalized/date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { changeOperatorWorkspace } from '#domain/api/operator.ts'
import type { OperatorWorkspace, OperatorWorkspaceChange } from '#domain/schema/operator.ts'
import { tiers } from '#domain/schema/workspace.ts'
import { tierTable, type TierName } from '#domain/tiers.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { workspace: OperatorWorkspace; onClose: () => void }
type Values = { tier: TierName; licenses: number; trialEnds: string; name: string; email: string; phone: string }

const toValues = ({ tier, licenses, trial_ends_at, account_manager: manager }: OperatorWorkspace): Values => ({
  tier,
  licenses: licenses ?? NaN,
  trialEnds: trial_ends_at.slice(0, 10),
  name: manager?.name ?? '',
  email: manager?.email ?? '',
  phone: manager?.phone ?? '',
})

/** Only what the operator changed, so that nothing else is overwritten. */
function changeOf(before: Values, { tier, licenses, trialEnds, name, email, phone }: Values): OperatorWorkspaceChange {
  const isManagerChanged = name !== before.name || email !== before.email || phone !== before.phone
  return {
    ...(tier !== before.tier && { tier }),
    ...(!Object.is(licenses, before.licenses) && { licenses: Number.isNaN(licenses) ? null : licenses }),
    ...(trialEnds !== before.trialEnds && { trial_ends_at: `${trialEnds}T23:59:59Z` }),
    ...(isManagerChanged && {
      account_manager: name || email ? { name: name.trim(), email: email.trim(), phone: phone.trim() || null } : null,
    }),
  }
}

/** Changes the tier of a workspace, and what goes with it. */
export function WorkspaceDialog({ workspace, onClose }: Props) {
  const client = useQueryClient()
  const [before] = useState(() => toValues(workspace))
  const [values, setValues] = useState(before)
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }))
  const body = changeOf(before, values)
  const save = useMutation({
    mutationFn: () => call(changeOperatorWorkspace, { params: { id: workspace.id }, body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.operator.all })
      toast({ title: `${workspace.name} was changed` })
      onClose()
    },
  })
  const problems = save.error instanceof CallError ? save.error.problems : []
  const problemOf = (path: string) => problems.find((each) => each.path === path)?.message
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={Object.keys(body).length === 0}
      title={workspace.name}
      description={workspace.owner_email ?? undefined}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="operator-workspace"
            variant="primary"
            isPending={save.isPending}
            isDisabled={Object.keys(body).length === 0}
          >
            Save changes
          </Button>
        </>
      }
    >
      <Form
        id="operator-workspace"
        validationBehavior="aria"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error && problems.length === 0 && <SaveError title="Nothing was changed" error={save.error} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Tier"
            options={tiers.map((id) => ({ id, label: tierTable[id].name }))}
            value={values.tier}
            onChange={(tier) => set({ tier: tier as TierName })}
          />
          <NumberField
            label="Licenses"
            description="Active drivers on Standard. Leave empty for all."
            minValue={1}
            maxValue={100_000}
            value={values.licenses}
            errorMessage={problemOf('licenses')}
            onChange={(licenses) => set({ licenses })}
          />
          <DatePicker
            label="Trial ends"
            description="For Free, at the end of this day, in UTC."
            value={parseDate(values.trialEnds)}
            errorMessage={problemOf('trial_ends_at')}
            onChange={(day) => day && set({ trialEnds: day.toString() })}
          />
        </div>
        <fieldset className="grid gap-5 sm:grid-cols-2">
          <legend className="mb-3 font-medium">Account manager</legend>
          <TextField
            label="Name"
            value={values.name}
            maxLength={100}
            errorMessage={problemOf('account_manager.name')}
            onChange={(name) => set({ name })}
          />
          <TextField
            label="Email"
            type="email"
            value={values.email}
            errorMessage={problemOf('account_manager.email')}
            onChange={(email) => set({ email })}
          />
          <TextField
            label="Phone"
            type="tel"
            value={values.phone}
            maxLength={40}
            errorMessage={problemOf('account_manager.phone')}
            onChange={(phone) => set({ phone })}
          />
        </fieldset>
        <p className="text-[0.8125rem] text-ink-muted">The workspace’s audit log says that you changed it.</p>
      </Form>
    </Dialog>
  )
}
