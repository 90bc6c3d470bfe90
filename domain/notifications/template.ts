/** What a template can be filled in with, with an example of each. */
export const templateVariables = {
  recipient: { help: 'The recipient’s name', example: 'Siti Rahma' },
  company: { help: 'The name of your workspace', example: 'Kurir Cepat' },
  number: { help: 'The number of the delivery', example: '1042' },
  day: { help: 'The day of the delivery', example: 'Monday, March 16' },
  window: { help: 'When it should arrive', example: '14:10–14:35' },
  minutes: { help: 'In how many minutes it should arrive', example: '12' },
  stops: { help: 'How many stops come before', example: '2' },
  reason: { help: 'Why it was not delivered', example: 'Nobody there' },
  link: { help: 'The tracking page', example: 'https://example.com/t/Ab3dE…' },
  contact: { help: 'How to reach you, from Settings → Logo and colors', example: '021 555 0100' },
} as const
export type TemplateVariable = keyof typeof templateVariables
export const templateVariableNames = Object.keys(templateVariables) as TemplateVariable[]
export type TemplateValues = Partial<Record<TemplateVariable, string>>

const hole = /\{\{\s*([^{}]*?)\s*\}\}/g

/** What is wrong with a template, in sentences. Empty if nothing is. */
export function templateProblems(template: string): string[] {
  const names = [...template.matchAll(hole)].map(([, name]) => name!)
  const unknown = [...new Set(names)].filter((name) => !templateVariableNames.includes(name as TemplateVariable))
  const problems = unknown.map(
    (name) =>
      `There is no {{${name}}}. Use one of these: ${templateVariableNames.map((each) => `{{${each}}}`).join(', ')}.`,
  )
  if (/\{\{|\}\}/.test(template.replace(hole, ''))) problems.push('A variable needs {{ before and }} after its name.')
  return problems
}

/**
 * A template with its variables filled in. Values are one line each, without characters that control how text is shown or
 * read; a value that is missing leaves no gap.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  const filled = template.replace(hole, (_, name: TemplateVariable) => oneLine(values[name] ?? ''))
  return filled
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ +([,.!?:;،؟])/g, '$1')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Control characters, line ends and marks that turn the direction of writing around are left out. */
export const oneLine = (value: string): string =>
  value
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
