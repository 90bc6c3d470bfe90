import type { Json } from '../chain/canonical-json.ts'
import type { Change } from './entry.ts'
import { actionPhrases, recordNames, refusalReasons } from './phrases.ts'
import { fieldNames, units } from './field-names.ts'
import type { ShownAuditEntry } from './shown.ts'

/** Who did it, in words. */
export function actorText({ kind, name }: ShownAuditEntry['actor']): string {
  if (kind === 'system') return 'Karta'
  if (kind === 'operator') return 'The operator of this server'
  if (kind === 'nobody') return 'Somebody'
  if (name) return kind === 'api_key' ? `The key “${name}”` : name
  return kind === 'api_key' ? 'A key (name erased)' : 'Somebody (name erased)'
}

/** An entry in one sentence, such as “Sari changed the speed from 40 to 30 km/h.” */
export function auditSentence(entry: ShownAuditEntry): string {
  return `${actorText(entry.actor)} ${auditDeed(entry)}.`
}

/** What was done, without who did it. */
export function auditDeed(entry: ShownAuditEntry): string {
  const phrase = actionPhrases[entry.action]
  if (phrase) return `${fillPhrase(phrase, entry)}${because(entry)}`
  const [, verb = entry.action] = entry.action.split('.')
  const { active, ...others } = entry.changes
  if (verb === 'updated' && active && !Object.keys(others).length) {
    return `${active.to ? 'activated' : 'deactivated'} ${recordText(entry)}`
  }
  if (verb === 'updated') return `changed ${changesText(entry)}${because(entry)}`
  return `${verb.replaceAll('_', ' ')} ${recordText(entry)}${because(entry)}`
}

const because = ({ detail: { why } }: ShownAuditEntry) =>
  typeof why === 'string' && why ? ` (${lowerFirst(why)})` : ''
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function fillPhrase(phrase: string, entry: ShownAuditEntry): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'record') return recordText(entry)
    if (name === 'changes') return changesText(entry)
    if (name === 'files') return filesText(entry)
    if (name === 'reason') return reasonText(entry)
    return valueText(entry.detail[name])
  })
}

function reasonText({ detail: { code, times } }: ShownAuditEntry): string {
  const reason = refusalReasons[String(code)] ?? String(code ?? 'not allowed').replaceAll('_', ' ')
  return typeof times === 'number' && times > 1 ? `${reason} (${count(times)} times)` : reason
}

function filesText(entry: ShownAuditEntry): string {
  const { files } = entry.detail
  if (typeof files !== 'number') return recordText(entry)
  return `${count(files)} files${entry.record?.kind === 'bucket' ? ` in ${recordText(entry)}` : ''}`
}

/** The record or records, such as “delivery #1024” or “40 deliveries”. */
export function recordText({ record, records }: ShownAuditEntry): string {
  if (!record) return ''
  const [one, many] = recordNames[record.kind] ?? [
    record.kind.replaceAll('_', ' '),
    `${record.kind.replaceAll('_', ' ')}s`,
  ]
  if (records > 1) return `${count(records)} ${many}`
  if (record.kind === 'workspace') return one
  return record.label ? `${one} ${record.label}` : `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
}

function changesText(entry: ShownAuditEntry): string {
  const changes = Object.entries(entry.changes)
  const isOwn = entry.record?.kind === 'workspace'
  const of = entry.record && !isOwn ? ` of ${recordText(entry)}` : ''
  if (changes.length === 1) return `the ${oneChange(changes[0]!)}${of}`
  if (!changes.length) return recordText(entry) || 'something'
  const names = changes.map(([field]) => fieldName(field))
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  return `the ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}${of}`
}

/** The field and its values, unless these are ids, which say nothing to people. */
function oneChange([field, { from, to }]: [string, Change]): string {
  if (/_ids?$/.test(field)) return fieldName(field)
  const unit = units[field] ? ` ${units[field]}` : ''
  const name = fieldName(field)
  if (isEmpty(to)) return `${name} from ${valueText(from)} to nothing`
  const after = `to ${valueText(to)}${unit}`
  return isEmpty(from) ? `${name} ${after}` : `${name} from ${valueText(from)} ${after}`
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''

/** The name of a field, as people say it. */
export function fieldName(field: string): string {
  return fieldNames[field] ?? field.replace(/_(id|ids|at)$/, '').replaceAll('_', ' ')
}

/** A value as people read it. */
export function valueText(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return count(value)
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(', ') : 'nothing'
  if (typeof value === 'object') {
    const { lat, lng } = value
    if (typeof lat === 'number' && typeof lng === 'number') return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
    // In one order, however the value was stored: an export is verified by writing it again.
    return Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => `${name}: ${valueText(each)}`)
      .join(', ')
  }
  return value.length > 120 ? `${value.slice(0, 120)}…` : value
}

const count = (number: number) => number.toLocaleString('en-US', { maximumFractionDigits: 6 })
