import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportAddresses } from '#domain/api/address-memory.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

type Format = 'csv' | 'geojson'
const types: Record<Format, string> = { csv: 'text/csv', geojson: 'application/geo+json' }

/** Downloads the address book with what was learned. */
export function ExportAddresses() {
  const { workspace } = useMe()
  const file = useMutation({
    mutationFn: (format: Format) => call(exportAddresses, { query: { format } }),
    onSuccess: (text, format) =>
      saveFile(`addresses-${dayOf(new Date(), workspace.time_zone)}.${format}`, text, types[format]),
    onError: (error) =>
      toast({ title: 'The address book could not be exported', description: sentenceOf(error), tone: 'error' }),
  })
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden="true" className="size-4" />} isPending={file.isPending}>
          Export
        </Button>
      }
      onAction={(format) => file.mutate(format as Format)}
    >
      <MenuItem id="csv" description="For a spreadsheet, with everything">
        CSV
      </MenuItem>
      <MenuItem id="geojson" description="For maps, without gate codes and notes">
        GeoJSON
      </MenuItem>
    </Menu>
  )
}
