import { confidentialTemplate, type Template, type TemplateName } from './defaults.ts'
import type { NotificationChannel } from './events.ts'
import { toPlain } from './segments.ts'
import { fillTemplate, oneLine, type TemplateValues } from './template.ts'

export type Filled = { subject: string; body: string }

/** A template with its values. A text gets plain quotes and dashes where that saves a part. */
export function fill({ subject, body }: Template, values: TemplateValues, channel: NotificationChannel): Filled {
  const text = fillTemplate(body, values)
  return {
    subject: oneLine(fillTemplate(subject, values)).slice(0, 200),
    body: channel === 'sms' ? toPlain(text) : text,
  }
}

/** What is said of an event: for a confidential delivery never in the workspace's own words, nor with a name. */
export function textFor(own: Template, name: TemplateName, values: TemplateValues, isConfidential: boolean): Filled {
  if (!isConfidential) return fill(own, values, name.channel)
  return fill(confidentialTemplate(name), { ...values, recipient: '', company: '', contact: '' }, name.channel)
}
