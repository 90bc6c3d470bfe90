import { escapeHtml } from '#domain/escape-html.ts'
import type { ContactTopic, NewApplication, NewContactMessage } from '#domain/schema/contact.ts'
import type { Mail } from '../../outside/mail.ts'

const topics: Record<ContactTopic, string> = {
  general: 'General message',
  demo: 'Demo request',
  sales: 'Sales question',
  support: 'Support question',
}

/** The email that brings a message to the operator. A reply goes to its sender. */
export function contactMail(to: string, message: NewContactMessage): Mail {
  const { name, email, phone, company } = message
  const facts = { Topic: topics[message.topic], Name: name, Email: email, Phone: phone, Company: company }
  return mailOf(to, `${topics[message.topic]} from ${name}`, message, facts, message.message)
}

/** The email that brings an application to the operator. */
export function applicationMail(to: string, application: NewApplication): Mail {
  const { position, name, email, phone, link } = application
  const facts = { Position: position, Name: name, Email: email, Phone: phone, Link: link }
  return mailOf(to, `Application from ${name} for ${position}`, application, facts, application.cover_letter)
}

type Sender = { name: string; email: string }
type Facts = Record<string, string | null>

/** A stranger wrote all of it, so the HTML part shows it as text without links. */
function mailOf(to: string, subject: string, sender: Sender, facts: Facts, body: string): Mail {
  const known = Object.entries(facts).filter(([, value]) => value !== null) as [string, string][]
  const rows = known.map(
    ([label, value]) =>
      `<tr><th align="left" style="padding-right:1em;vertical-align:top">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    to,
    subject,
    replyTo: { name: sender.name, address: sender.email },
    text: `${known.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${body}\n`,
    html: `<table cellpadding="2">${rows.join('')}</table><p style="white-space:pre-wrap">${escapeHtml(body)}</p>`,
  }
}
