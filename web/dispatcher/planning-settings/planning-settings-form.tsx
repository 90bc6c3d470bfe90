import { RotateCcw } from 'lucide-react'
import { Form } from 'react-aria-components'
import type { PlanningSettings } from '#domain/schema/planning-settings.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { BalanceCard, TogetherCard } from './balance-cards.tsx'
import { CostsCard, LatenessCard } from './cost-cards.tsx'
import { SpeedCard } from './speed-card.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** Everything that plans of the workspace are made with, in cards that each say what they do. */
export function PlanningSettingsForm({ settings, isEditable }: { settings: PlanningSettings; isEditable: boolean }) {
  const form = useSettingsForm(settings)
  const card = { form, isDisabled: !isEditable }
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      className="flex flex-col gap-5"
    >
      <FormNews news={form.news} />
      {form.failure !== undefined && <SaveError title="The settings were not saved" error={form.failure} />}
      <CostsCard {...card} />
      <LatenessCard {...card} />
      <SpeedCard {...card} />
      <TrafficCard {...card} />
      <BalanceCard {...card} />
      <TogetherCard {...card} />
      {form.hasProblems && (
        <p role="alert" className="font-medium text-danger-ink">
          Correct the marked fields, then save again.
        </p>
      )}
      {isEditable && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isPending={form.isSaving} isDisabled={!form.isChanged}>
            Save settings
          </Button>
          <Button
            icon={<RotateCcw aria-hidden="true" className="size-4" />}
            isDisabled={form.isUsual}
            onPress={form.reset}
          >
            Set back to the usual values
          </Button>
        </div>
      )}
      <FormConflict conflict={form.conflict} />
    </Form>
  )
}
