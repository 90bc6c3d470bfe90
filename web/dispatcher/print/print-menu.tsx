import { Printer } from 'lucide-react'
import type { z } from 'zod'
import { labelSizes, mostOnPaper, printLabels, printManifest } from '#domain/api/papers.ts'
import { callForFile } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { printFile } from './print-file.ts'
import { openNotes } from './print-notes.ts'
import { usePrintKey } from './use-print-key.ts'

type Query = Partial<z.input<typeof printManifest.query>>
type LabelSize = (typeof labelSizes)[number]

const sizeWords: Record<LabelSize, string> = {
  a6: 'One on each page of A6',
  '4x6': 'One on each page of 4 by 6 inches',
  a4: 'Four on each page of A4',
}

/** Opens the deliveries that match as a list or as labels. */
export function PrintMenu({ query }: { query: Query }) {
  const { sort: _, order: __, ...filter } = query
  const printList = () => void printFile('manifest.pdf', () => callForFile(printManifest, { query }))
  const printSome = (size: LabelSize) =>
    void printFile('labels.pdf', () => callForFile(printLabels, { query: { ...filter, size } }))
  usePrintKey(printList)
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={<Printer aria-hidden="true" className="size-4" />}
          aria-keyshortcuts="Control+P Meta+P"
        >
          <span className="max-xl:sr-only">Print</span>
        </Button>
      }
      onAction={(what) => {
        if (what === 'manifest') printList()
        else if (what === 'notes') void openNotes(filter)
        else printSome(what as LabelSize)
      }}
    >
      <MenuItem id="manifest" description="All that are listed, on A4">
        Manifest
      </MenuItem>
      <MenuItem id="notes" description={`With their proofs, up to ${mostOnPaper.notes}`}>
        Delivery notes
      </MenuItem>
      {labelSizes.map((size) => (
        <MenuItem key={size} id={size} description={sizeWords[size]}>
          {size === 'a6' ? 'Labels' : `Labels, ${size === 'a4' ? 'A4' : '4 × 6 in'}`}
        </MenuItem>
      ))}
    </Menu>
  )
}
