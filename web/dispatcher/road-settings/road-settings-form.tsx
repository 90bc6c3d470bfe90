import { RotateCcw } from 'lucide-react'
import { Form } from 'react-aria-components'
import type { RoadSettings } from '#domain/schema/road-settings.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { FreedomCard, MomentsCard, PositionsCard, ProofCard, ShiftCard } from './road-cards.tsx'
import { useRoadSettingsForm } from './use-road-settings-form.ts'

/** What a workspace asks of its drivers, in cards that each say what they do. */
export function RoadSettingsForm({ settings, isEditable }: { settings: RoadSettings; isEditable: boolean }) {
  const form = useRoadSettingsForm(settings)
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
      <ProofCard {...card} />
      <ShiftCard {...card} />
      <FreedomCard {...card} />
      <MomentsCard {...card} />
      <PositionsCard {...card} />
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
