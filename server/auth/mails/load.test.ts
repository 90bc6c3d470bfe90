import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadMailTemplates } from './load.ts'
import { variablesOf, type MailKind } from './variables.ts'

const kinds = Object.keys(variablesOf) as MailKind[]

function folder(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'karta-mails-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}
const load = (files: Record<string, string>) => loadMailTemplates(folder(files))

const values = {
  AppName: 'Karta',
  SiteURL: 'https://karta.example.com',
  Email: 'ani@example.com',
  NewEmail: 'baru@example.com',
  OldEmail: 'lama@example.com',
  ConfirmationURL: 'https://karta.example.com/auth/v1/verify?token=abc&type=signup&redirect_to=https://x',
  Token: '012345',
  TokenHash: 'abc',
  RedirectTo: 'https://x',
  Device: 'Firefox on Linux',
  IpAddress: '192.0.2.1',
  Time: '3 March 2026, 14:05 UTC',
  FactorType: 'authenticator app',
  Data: { full_name: 'Ani' },
}

test.each(kinds)('the mail %s is complete: subject, text and page, with everything filled in', (kind) => {
  const { subject, text, html } = loadMailTemplates(undefined)[kind]
  for (const part of [subject(values), text(values), html(values)]) {
    expect(part).not.toMatch(/\{\{|\}\}|undefined/)
    expect(part.length).toBeGreaterThan(8)
  }
  expect(subject(values)).not.toContain('\n')
  expect(html(values)).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/)
  // Nothing is fetched when the mail is opened.
  expect(html(values)).not.toMatch(/<img|<link|<script|src=|url\(/)
  if (variablesOf[kind].some((name) => name === 'ConfirmationURL')) {
    expect(text(values)).toContain(values.ConfirmationURL)
    expect(html(values)).toContain(`href="${values.ConfirmationURL.replaceAll('&', '&amp;')}"`)
  }
  if (variablesOf[kind].some((name) => name === 'Token')) {
    expect(text(values)).toContain('012345')
    expect(html(values)).toContain('012345')
  }
})

test('a file in the folder replaces ours; a fragment goes into the layout, a whole page does not', () => {
  const mails = load({
    'recovery.txt': 'Subject: Halo {{ .Data.full_name }}\n\nKode: {{.Token}}\n',
    'recovery.html': '<p>Kode: {{ .Token }}</p>',
    'invite.html': '<!DOCTYPE html><p>{{ .Email }}</p>',
  })
  expect(mails.recovery.subject(values)).toBe('Halo Ani')
  expect(mails.recovery.text(values)).toBe('Kode: 012345\n')
  expect(mails.recovery.html(values)).toMatch(/^<!doctype html>[\s\S]*<p>Kode: 012345<\/p>/)
  expect(mails.invite.html(values)).toBe('<!DOCTYPE html><p>ani@example.com</p>')
  expect(mails.invite.text(values)).toContain('You are invited')
  expect(load({ 'layout.html': '<!doctype html><b>{{ .Body }}</b>' }).recovery.html(values)).toMatch(/<b><h1/)
})

test('a fragment in the folder can use the same parts as ours', () => {
  const { recovery } = load({ 'recovery.html': '<mail-code>\n  Kode {{ .Email }}:\n</mail-code>\n<p>$&</p>' })
  expect(recovery.html(values)).toMatch(
    /<p style="[^"]*">Kode ani@example\.com:<\/p>\s*<p\s+class="code"[^>]*>\s*012345\s/,
  )
  expect(recovery.html(values)).toContain('<p>$&</p>')
})

test('what people say about themselves becomes plain text in a page, and one line in a text mail', () => {
  const mails = load({
    'invite.txt': 'Subject: For {{ .Data.name }}\n\nFor {{ .Data.name }} and {{ .Data.deep.er }} and {{ .Data }}',
    'invite.html': '<p title="{{ .Data.name }}">{{ .Data.name }}</p>',
  })
  const hostile = { ...values, Data: { name: `<img src=x onerror="alert('1')">\r\nBcc: x@example.com`, deep: [1] } }
  expect(mails.invite.html(hostile)).not.toContain('<img')
  expect(mails.invite.html(hostile)).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; Bcc')
  expect(mails.invite.subject(hostile)).not.toMatch(/[\r\n]/)
  expect(mails.invite.text(hostile).split('\n')).toHaveLength(1)
  expect(mails.invite.text({ ...values, Data: {} })).toBe('For  and  and {}')
  expect(mails.invite.text({ ...values, Data: { constructor: 1 } })).not.toContain('function')
})

test.each([
  [{ 'recovery.html': '<p>{{ .Tokn }}</p>' }, /recovery\.html uses \.Tokn; it may use \.AppName/],
  [{ 'new-device.html': '{{ .ConfirmationURL }}' }, /new-device\.html uses \.ConfirmationURL/],
  [{ 'recovery.html': '{{ if .Token }}x{{ end }}' }, /holds \{\{ if \.Token \}\}/],
  [{ 'recovery.html': '<p>{{ .Token </p>' }, /\{\{ without its \}\}/],
  [{ 'recovery.html': '<p>.Token }}</p>' }, /\{\{ without its \}\}/],
  [{ 'recovery.html': '{{ .Email.domain }}' }, /only \.Data has members/],
  [{ 'recovery.html': '  \n' }, /recovery\.html is empty/],
  [{ 'recovery.html': '<mail-buton>Go</mail-buton>' }, /recovery\.html holds <mail-buton>; there are <mail-heading>/],
  [{ 'recovery.html': '<mail-text><mail-text>Go</mail-text></mail-text>' }, /holds <mail-text>.*none inside another/],
  [{ 'recovery.html': '<mail-text>Go' }, /holds <mail-text>/],
  [{ 'password-changed.html': '<mail-button>Go</mail-button>' }, /password-changed\.html uses \.ConfirmationURL/],
  [{ 'recovery.txt': 'Hello\n\nYour code' }, /must begin with a line "Subject: …"/],
  [{ 'recovery.txt': 'Subject: Only that\n' }, /must begin with a line "Subject: …"/],
  [{ 'recovery.txt': 'Subject: {{ .Nope }}\n\nText' }, /uses \.Nope/],
  [{ 'layout.html': '<!doctype html>nothing inside' }, /must hold \{\{ \.Body \}\} once/],
  [{ 'layout.html': '<!doctype html>{{ .Token }}{{ .Body }}' }, /layout\.html uses \.Token/],
  [{ 'recovry.html': 'x' }, /holds recovry\.html, which is no mail/],
])('a template that cannot work is refused at start-up: %o', (files, sentence) => {
  expect(() => load(files)).toThrow(sentence)
})

test('a missing folder is refused', () => {
  expect(() => loadMailTemplates('/nowhere/at/all')).toThrow('AUTH_MAIL_TEMPLATES must name a folder')
})
