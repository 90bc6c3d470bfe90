import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeImportMapping,
  createImportMapping,
  deleteImportMapping,
  listImportMappings,
} from '#domain/api/import-mappings.ts'
import { hasSameNames, mappingByName, mappingOf } from '#domain/import/kept-mapping.ts'
import type { ImportedKind, ImportMapping } from '#domain/schema/import-mapping.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ImportKind } from './import-kind.ts'
import type { Mapping } from '#domain/sheets/prepare-rows.ts'
import type { Sheet } from '#domain/sheets/sheet.ts'

type Source<Field extends string> = {
  sheet: Sheet | undefined
  mapping: Mapping<Field>
  setMapping: (mapping: Mapping<Field>) => void
  hasHeader: boolean
}

/** What columns meant in earlier files. A file with the same names is recognized, and its columns mean the same. */
export function useKeptMappings<Field extends string, Row>(
  kind: ImportKind<Field, Row>,
  { sheet, mapping, setMapping, hasHeader }: Source<Field>,
) {
  const client = useQueryClient()
  const mayKeep = useMay('change_deliveries')
  const imported = kind.keptAs ?? (kind.noun.many as ImportedKind)
  const list = useQuery({
    queryKey: keys.importMappings(imported),
    queryFn: ({ signal }) => call(listImportMappings, { query: { kind: imported }, signal }),
    enabled: mayKeep,
  })
  const all = list.data?.data
  const header = hasHeader ? sheet?.header : undefined
  const known = header && all?.find((each) => hasSameNames(each.header, header))
  const [applied, setApplied] = useState('')
  const application = known && sheet ? `${known.id} ${sheet.name}` : ''
  if (known && applied !== application) {
    setApplied(application)
    setMapping(mappingOf(kind.columns, known))
  }

  /** Makes a change, and shows a failure. */
  const attempt = async (change: () => Promise<unknown>, done: string) => {
    try {
      await change()
      await client.invalidateQueries({ queryKey: keys.importMappings(imported) })
      toast({ title: done })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  const fields = mapping.map((field) => field ?? '')
  return {
    mayKeep: mayKeep && header !== undefined,
    all: all ?? [],
    known,
    /** Whether the columns mean what they did in the file that was recognized. */
    isUnchanged: known !== undefined && hasSameNames(known.fields, fields),
    use: (chosen: ImportMapping) => sheet && setMapping(mappingByName(kind.columns, chosen, sheet.header)),
    keep: (name: string) =>
      attempt(
        () => call(createImportMapping, { body: { kind: imported, name, header: header ?? [], fields } }),
        `These columns are kept as “${name}”`,
      ),
    update: (kept: ImportMapping) =>
      attempt(
        () =>
          call(changeImportMapping, {
            params: { id: kept.id },
            body: { header: kept.header, fields },
            version: kept.version,
          }),
        `“${kept.name}” means these columns now`,
      ),
    rename: (kept: ImportMapping, name: string) =>
      attempt(
        () => call(changeImportMapping, { params: { id: kept.id }, body: { name }, version: kept.version }),
        `Renamed to “${name}”`,
      ),
    remove: (kept: ImportMapping) =>
      attempt(
        () => call(deleteImportMapping, { params: { id: kept.id }, version: kept.version }),
        `“${kept.name}” is forgotten`,
      ),
  }
}
