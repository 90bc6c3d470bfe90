import type { FastifyReply } from 'fastify'
import { AuthError } from '../protocol/errors.ts'

const usualPerPage = 50
const maxPerPage = 1000

/** A page of a list. `offset` is the number of rows before it. */
export type Page = { number: number; perPage: number; offset: number }

export type Query = Record<string, unknown>

/**
 * Reads `page` and `per_page`. If they are missing or empty, it is the first page of 50.
 * @throws AuthError `validation_failed`
 */
export function readPage(query: Query): Page {
  const number = readCount(query.page, 'page') || 1
  const perPage = Math.min(readCount(query.per_page, 'per_page') || usualPerPage, maxPerPage)
  return { number, perPage, offset: (number - 1) * perPage }
}

function readCount(raw: unknown, name: string): number {
  if (raw === undefined || raw === '') return 0
  if (typeof raw === 'string' && /^\d{1,9}$/.test(raw)) return Number(raw)
  throw new AuthError('validation_failed', `Bad Pagination Parameters: ${name} must be a whole number`)
}

/**
 * Sends the total and the links to the other pages. The client reads the first digit of the first query parameter, so
 * that must be `page`, and it takes a comma for the end of a link, so everything else is escaped.
 */
export function sendPage(reply: FastifyReply, { number, perPage }: Page, total: number, path: string, query: Query) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const others = Object.entries(query)
    .filter(([name, value]) => name !== 'page' && name !== 'per_page' && typeof value === 'string' && value !== '')
    .map(([name, value]) => `&${encodeURIComponent(name)}=${encodeURIComponent(value as string)}`)
    .join('')
  const link = (page: number, rel: string) => `<${path}?page=${page}&per_page=${perPage}${others}>; rel="${rel}"`
  const links = [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')]
  return reply.header('x-total-count', total).header('link', links.join(', '))
}

/** The text to search for as a LIKE pattern, or undefined if there is none. */
export function likePattern(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || raw === '') return undefined
  if (raw.includes('\0') || !raw.isWellFormed()) {
    throw new AuthError('validation_failed', 'The filter holds characters that nothing can match')
  }
  return `%${raw.replace(/[\\%_]/g, '\\$&')}%`
}
