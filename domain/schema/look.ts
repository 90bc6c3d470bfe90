import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { contrast } from '../contrast.ts'
import { Version } from './version.ts'

/** What a logo may be: what every program that shows papers and pages can draw, and nothing that runs. */
export const logoTypes = ['image/png', 'image/jpeg'] as const
export const mostLogoBytes = 500_000
/** So many pixels a side. A small file can unpack to a very large picture. */
export const mostLogoPixels = 2000

/** What small text on it needs, and it on white. */
export const leastContrast = 4.5

const Accent = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Write a color such as #0b6b5a.')
  .transform((color) => color.toLowerCase())
  .refine(
    (color) => contrast(color, '#ffffff') >= leastContrast,
    'This color is too light to read on white. Choose a darker one.',
  )

/** How a workspace looks to recipients: on delivery notes. */
export const Look = z
  .object({
    logo: z
      .object({
        url: z.string().describe('Where it is read, with the same key or token'),
        media_type: z.enum(logoTypes),
        bytes: z.int(),
      })
      .nullable(),
    accent: z.string().nullable().describe('A color such as `#0b6b5a`, dark enough to be read on white'),
    contact: z.string().nullable().describe('A line with how recipients reach the workspace'),
    version: Version,
  })
  .meta({ id: 'Look' })
export type Look = z.infer<typeof Look>

export const LookPatch = z
  .strictObject({
    logo: z
      .string()
      .max(300)
      .nullable()
      .describe('The name of an image in the bucket `avatars`, in the folder with the caller’s user ID; null for none'),
    accent: Accent.nullable(),
    contact: text(200).min(1).nullable(),
  })
  .partial()
  .meta({ id: 'LookPatch' })
export type LookPatch = z.output<typeof LookPatch>
