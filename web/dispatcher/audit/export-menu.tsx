import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportAudit } from '#domain/api/audit.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { askedOf, type AuditFilter } from './audit-address.ts'

type Format = 'csv' | 'jsonl'
const types: Record<Format, string> = { csv: 'text/csv', jsonl: 'application/jsonl' }

/** Downloads what the filter shows, with a signed end. A text is not a filter of an export. */
export function ExportMenu({ filter }: { filter: AuditFilter }) {
  const { workspace } = useMe()
  const { q: _, ...asked } = askedOf(filter)
  const isPart = Object.keys(asked).length > 0
  const file = useMutation({
    mutationFn: (format: Format) => call(exportAudit, { query: { ...asked, format } }),
    onSuccess: (text, format) => {
      const name = `karta-audit-${dayOf(new Date(), workspace.time_zone)}.${format}`
      // The server has begun CSV with the mark already, and the signature covers every byte.
      saveFile(name, text.replace(/^\ufeff/, ''), types[format])
      toast({ title: 'The file was downloaded', description: `npm run audit -- verify ${name} checks it.` })
    },
    onError: (error) => toast({ title: 'The log could not be exported', description: error.message, tone: 'error' }),
  })
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden="true" className="size-4" />} isPending={file.isPending}>
          {isPart ? 'Export these entries' : 'Export'}
        </Button>
      }
      onAction={(format) => file.mutate(format as Format)}
    >
      <MenuItem id="csv" description="For a spreadsheet">
        CSV
      </MenuItem>
      <MenuItem id="jsonl" description="For programs, with every detail">
        JSON Lines
      </MenuItem>
    </Menu>
  )
}
