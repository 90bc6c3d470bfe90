import { expect, test } from 'vitest'
import { defaultTemplate } from './defaults.ts'
import { notificationChannels, notificationEvents } from './events.ts'
import { messageLanguages } from '../messages/languages.ts'
import { fillTemplate, templateProblems } from './template.ts'

test('an unknown variable is refused with a sentence, and so are braces without a pair', () => {
  expect(templateProblems('Hello {{recipient}}, {{ window }}')).toEqual([])
  expect(templateProblems('{{price}}')).toEqual([
    expect.stringMatching(/^There is no \{\{price\}\}\. Use one of these/),
  ])
  expect(templateProblems('{{constructor}}')).toHaveLength(1)
  expect(templateProblems('Hello {{recipient')).toEqual(['A variable needs {{ before and }} after its name.'])
})

test('values are one line, cannot turn the text around, and are not filled in again', () => {
  const values = { recipient: 'Siti\r\nBcc: x\u202e\u0000{{link}}', link: 'https://a.example' }
  expect(fillTemplate('Hi {{recipient}}!', values)).toBe('Hi Siti Bcc: x {{link}}!')
})

test('what is missing leaves no gap', () => {
  expect(
    fillTemplate('Hello {{recipient}},\n\n\n\nIt comes {{day}} {{window}}.\n\n{{contact}}', { day: 'Monday' }),
  ).toBe('Hello,\n\nIt comes Monday.')
})

test('every language has a template for every event and channel, with known variables only', () => {
  for (const language of messageLanguages)
    for (const event of notificationEvents)
      for (const channel of notificationChannels) {
        const { subject, body } = defaultTemplate({ language, event, channel })
        expect(templateProblems(subject + body), `${language} ${event} ${channel}`).toEqual([])
        expect(body).not.toBe('')
        expect(subject === '').toBe(channel === 'sms')
      }
})
