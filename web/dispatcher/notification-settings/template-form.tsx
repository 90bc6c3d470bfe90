import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { resetNotificationTemplate, writeNotificationTemplate } from '#domain/api/notifications.ts'
import { isRightToLeft } from '#domain/messages/languages.ts'
import { templateProblems, templateVariableNames, templateVariables } from '#domain/notifications/template.ts'
import type { NotificationTemplate } from '#domain/schema/notification-settings.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** One template, with how it reads. */
export function TemplateForm({ template, isEditable }: { template: NotificationTemplate; isEditable: boolean }) {
  const client = useQueryClient()
  const { language, event, channel, version } = template
  const params = { language, event, channel }
  const [draft, setDraft] = useState({ subject: template.subject, body: template.body })
  const again = async () => {
    await client.invalidateQueries({ queryKey: keys.notifications.templates(language) })
  }
  const save = useMutation({
    mutationFn: () => call(writeNotificationTemplate, { params, body: draft, version }),
    onSuccess: async () => {
      await again()
      toast({ title: 'Template saved' })
    },
  })
  const reset = useMutation({
    mutationFn: () => call(resetNotificationTemplate, { params, version }),
    onSuccess: async ({ subject, body }) => {
      setDraft({ subject, body })
      await again()
      toast({ title: 'The default template is used again' })
    },
  })
  const isText = channel === 'sms'
  const isChanged = draft.subject !== template.subject || draft.body !== template.body
  const failure = save.error ?? reset.error
  const problem = (name: 'subject' | 'body') =>
    templateProblems(draft[name])[0] ??
    (failure instanceof CallError ? failure.problems.find(({ path }) => path === name)?.message : undefined)
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <form
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          save.mutate()
        }}
      >
        <div>
          <Badge tone={template.is_own ? 'brand' : 'neutral'}>{template.is_own ? 'Your own' : 'Default'}</Badge>
        </div>
        {failure && !(failure instanceof CallError && failure.problems.length > 0) && (
          <SaveError title="The template was not saved" error={failure} />
        )}
        {!isText && (
          <TextField
            label={channel === 'email' ? 'Subject' : 'Title'}
            dir={direction}
            maxLength={200}
            isReadOnly={!isEditable}
            value={draft.subject}
            errorMessage={problem('subject')}
            onChange={(subject) => setDraft({ ...draft, subject })}
          />
        )}
        <TextArea
          label="Text"
          dir={direction}
          rows={channel === 'email' ? 9 : 4}
          maxLength={1600}
          isReadOnly={!isEditable}
          value={draft.body}
          errorMessage={problem('body')}
          onChange={(body) => setDraft({ ...draft, body })}
        />
        <Fold title="Variables">
          <dl className="grid gap-1.5 text-[0.8125rem]">
            {templateVariableNames.map((name) => (
              <div key={name} className="flex flex-wrap gap-x-2">
                <dt className="font-mono">{`{{${name}}}`}</dt>
                <dd className="text-ink-muted">{templateVariables[name].help}</dd>
              </div>
            ))}
          </dl>
        </Fold>
        {isEditable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isPending={save.isPending} isDisabled={!isChanged}>
              Save template
            </Button>
            <Button
              icon={<RotateCcw aria-hidden="true" className="size-4" />}
              isPending={reset.isPending}
              isDisabled={!template.is_own}
              onPress={() => reset.mutate()}
            >
              Use the default
            </Button>
          </div>
        )}
      </form>
      <TemplatePreview name={params} draft={draft} />
    </div>
  )
}
