import type { z } from 'zod'
import { printNotes } from '#domain/api/papers.ts'
import { callForFile } from '#web/lib/call.ts'
import { printFile } from './print-file.ts'

/** Opens the delivery notes of all deliveries that match. */
export const openNotes = (query: Partial<z.input<typeof printNotes.query>>) =>
  printFile('delivery-notes.pdf', () => callForFile(printNotes, { query }))

/** Deliveries by their numbers, as the notes of some are asked for. */
export const numbersOf = (numbers: readonly (number | null)[]): { numbers: string } => ({
  numbers: [...new Set(numbers.filter((number) => number !== null))].join(','),
})
