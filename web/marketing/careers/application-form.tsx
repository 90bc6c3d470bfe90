import { PlainField, PlainTextArea } from '#web/ui/plain-field.tsx'
import type { Position } from './positions.ts'
import { MessageForm } from '../messages/message-form.tsx'
import { useMessageForm } from '../messages/use-message-form.ts'

/** `onReturn` runs once the confirmation is over. */
export function ApplicationForm({ position, onReturn }: { position: Position; onReturn: () => void }) {
  const form = useMessageForm({
    draft: `application.${position.id}`,
    send: (sender, values, key) => sender.sendApplication(values, position.id, key),
    onReturn,
  })
  const { problems } = form
  return (
    <MessageForm
      form={form}
      label={`Application: ${position.title}`}
      submitLabel="Send Application"
      sent={{ title: 'Application Sent!', text: 'Thank you. A real person will read it and get back to you.' }}
      note={{
        before: 'Your application goes to the people you’d work with.',
        after: 'We got your application.',
      }}
    >
      <PlainField
        label="Name"
        name="name"
        autoComplete="name"
        required
        data-missing="Enter your name."
        problem={problems.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          data-missing="Enter your email address."
          problem={problems.email}
        />
        <PlainField label="Phone (optional)" name="phone" type="tel" autoComplete="tel" problem={problems.phone} />
      </div>
      <PlainField
        label="Link (optional)"
        name="link"
        type="url"
        autoComplete="url"
        placeholder="https://"
        hint="A profile, portfolio or resume."
        problem={problems.link}
      />
      <PlainTextArea
        label="Cover letter"
        name="cover_letter"
        rows={6}
        required
        hint="Tell us what you’ve done that comes closest to this job. A few honest sentences are enough."
        data-missing="Enter a cover letter."
        problem={problems.cover_letter}
      />
    </MessageForm>
  )
}
