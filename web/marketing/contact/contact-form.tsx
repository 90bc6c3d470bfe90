import { useLocation, useNavigate } from 'react-router'
import type { ContactTopic } from '#domain/schema/contact.ts'
import { PlainField, PlainTextArea } from '#web/ui/plain-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { MessageForm } from '../messages/message-form.tsx'
import { useMessageForm } from '../messages/use-message-form.ts'
import { filledOf, topicOf, topicWords } from './topics.ts'

/** The message form. Its topic comes from the link that led here: a demo, sales, support or general. */
export function ContactForm() {
  const isAlive = useHydrated()
  const { state } = useLocation()
  const topic = isAlive ? topicOf(state) : 'general'
  const { title, lead, hint } = topicWords[topic]
  return (
    <div className="rounded-2xl border bg-surface p-6 shadow-raised sm:p-8">
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      <p className="mt-2 mb-7 text-pretty text-ink-muted">
        {lead} {topic !== 'general' && <OtherTopic />}
      </p>
      <Fields topic={topic} hint={hint} filled={filledOf(state)} />
    </div>
  )
}

type FieldsProps = { topic: ContactTopic; hint: string; filled: Record<string, string> }

function Fields({ topic, hint, filled }: FieldsProps) {
  const form = useMessageForm({
    draft: 'contact',
    filled,
    send: (sender, values, key) => sender.sendContact(values, topic, key),
  })
  const { problems } = form
  return (
    <MessageForm
      form={form}
      label="Message"
      submitLabel="Send Message"
      sent={{ title: 'Message Sent!', text: 'We reply within 24 hours.' }}
      note={{
        before: 'We reply within 24 hours.',
        after: 'We got your message. We reply within 24 hours.',
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainField
          label="Name"
          name="name"
          autoComplete="name"
          required
          data-missing="Enter your name."
          problem={problems.name}
        />
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
        <PlainField label="Company (optional)" name="company" autoComplete="organization" problem={problems.company} />
      </div>
      <PlainTextArea
        label="Message"
        name="message"
        rows={6}
        required
        hint={hint}
        data-missing="Enter a message."
        problem={problems.message}
      />
    </MessageForm>
  )
}

function OtherTopic() {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="rounded-sm font-medium text-brand-ink underline underline-offset-2"
      onClick={() => void navigate('.', { replace: true, state: null, preventScrollReset: true })}
    >
      Ask about something else
    </button>
  )
}
