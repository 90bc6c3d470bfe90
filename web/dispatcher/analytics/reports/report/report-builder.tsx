import { useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, FileSpreadsheet, FileText, Trash2 } from 'lucide-react'
import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { changeReport, createReport, exportReport, printReport } from '#domain/api/reports.ts'
import type { DayRange } from '#domain/figures/periods.ts'
import { splitLabels } from '#domain/figures/splits.ts'
import { measureOf, whyNotCombined, type ReportMeasure } from '#domain/reports/measures.ts'
import { rangeLabels } from '#domain/reports/ranges.ts'
import { dayOf } from '#domain/time.ts'
import { NewReport, ReportChange, type Report } from '#domain/schema/report.ts'
import { call, CallError, callForFile } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { keys } from '#web/lib/keys.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { printFile } from '../../../print/print-file.ts'
import { periodLabels } from '../../analytics-filters.tsx'
import { rangeName } from '../../figure-words.ts'
import { toBody, toContent, toValues, type ReportValues } from '../report-values.ts'
import { useReportActions } from '../use-report-actions.ts'
import { MailCard } from './mail-card.tsx'
import { ReportFields } from './report-fields.tsx'
import { ReportPreview } from './report-preview.tsx'

type BuilderProps = { trail: { label: string; href: string }[] } & (
  | {
      report: undefined
      initial: ReportValues
      /** The days that it was wanted for, which no report keeps. */
      fixedDays: DayRange | undefined
      onCreated: (id: string) => void
    }
  | { report: Report }
)

const { one, text, switch: onOff } = partsOf<ReportValues>()
const parts = [
  text('Name', 'name'),
  one<ReportMeasure[]>('Measures', 'measures', (names) => names.map((name) => measureOf(name).label).join(', ')),
  one<ReportValues['split']>('Rows', 'split', (split) => (split === 'none' ? 'Periods' : splitLabels[split])),
  text('Driver', 'driver_id'),
  text('Vehicle', 'vehicle_id'),
  text('Depot', 'depot_id'),
  text('Client', 'client_id'),
  one<ReportValues['period']>('Steps', 'period', (period) => periodLabels[period]),
  one<ReportValues['range']>('Days', 'range', (range) => rangeLabels[range]),
  onOff('Compare with before', 'compare'),
]

/** Builds a report, with what it shows beside it. */
export function ReportBuilder(props: BuilderProps) {
  const { report, trail } = props
  const client = useQueryClient()
  const mayChange = useMay('change_planning')
  const me = useMe()
  const form = useRecordForm<ReportValues, unknown, Report>({
    initial: report ? toValues(report) : props.initial,
    toBody,
    schema: (report ? ReportChange : NewReport) as z.ZodType<unknown>,
    shared: report && { record: report, toValues, parts, gone: { code: 'report_not_found', noun: 'report' } },
    save: async (body, { idempotencyKey, version }) => {
      try {
        const saved = report
          ? await call(changeReport, { params: { id: report.id }, body: body as ReportChange, version })
          : await call(createReport, { body: body as NewReport, idempotencyKey })
        client.setQueryData(keys.reports.one(saved.id), saved)
        if (!report) props.onCreated(saved.id)
        return saved
      } catch (error) {
        throw atItsField(error)
      }
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: keys.reports.all })
      toast({ tone: 'success', title: 'The report was saved' })
    },
  })
  const content = toContent(form.values)
  const problem = whyNotCombined(content)
  const showsOther = report && JSON.stringify(content) !== JSON.stringify(toContent(toValues(report)))
  const takesOver = showsOther && report.schedule && !report.stopped && report.scheduled_by?.user_id !== me.user_id
  return (
    <>
      <PageHeader
        title={form.values.name.trim() || 'New report'}
        trail={trail}
        actions={report && <Actions report={report} isChanged={form.isChanged} mayChange={mayChange} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card title="What it shows">
          <Form
            validationBehavior="aria"
            onSubmit={(event) => {
              event.preventDefault()
              void form.submit()
            }}
            className="flex flex-col gap-4"
          >
            <FormNews news={form.news} />
            {form.failure !== undefined && <SaveError title="The report was not saved" error={form.failure} />}
            {!report && props.fixedDays && (
              <Banner tone="info">
                A report’s days move with the calendar, so it cannot keep {rangeName(props.fixedDays)}. It shows “
                {rangeLabels[form.values.range]}” unless you choose others under Days.
              </Banner>
            )}
            <ReportFields form={form} problem={problem} isEditable={mayChange} />
            {takesOver && (
              <Banner tone="info">
                Saving has it mailed with your rights, instead of those of {report.scheduled_by!.name}.
              </Banner>
            )}
            {mayChange && (
              <Button
                variant="primary"
                type="submit"
                isPending={form.isSaving}
                isDisabled={problem !== undefined || (report !== undefined && !form.isChanged)}
              >
                {report ? 'Save' : 'Save report'}
              </Button>
            )}
            <FormConflict conflict={form.conflict} />
          </Form>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <ReportPreview content={content} problem={problem} today={dayOf(new Date(), me.workspace.time_zone)} />
          {report && <MailCard report={report} />}
        </div>
      </div>
    </>
  )
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_report: 'name',
  driver_not_found: 'driver_id',
  vehicle_not_found: 'vehicle_id',
  depot_not_found: 'depot_id',
  client_not_found: 'client_id',
}

function atItsField(error: unknown): unknown {
  const path = error instanceof CallError && fieldOfRefusal[error.code]
  if (!(error instanceof CallError) || !path) return error
  const errors = [{ path, message: error.message }]
  return new CallError({ code: error.code, status: error.status, title: error.message, errors })
}

type ActionsProps = { report: Report; isChanged: boolean; mayChange: boolean }

/** Files show the report as it is saved. */
function Actions({ report, isChanged, mayChange }: ActionsProps) {
  const actions = useReportActions()
  const navigate = useNavigate()
  const params = { id: report.id }
  const saveCsv = async () => {
    try {
      saveFile(`${report.name}.csv`, await call(exportReport, { params }), 'text/csv')
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return (
    <>
      <Button
        icon={<FileText aria-hidden="true" className="size-4" />}
        isDisabled={isChanged}
        onPress={() => void printFile(`${report.name}.pdf`, () => callForFile(printReport, { params }))}
      >
        PDF
      </Button>
      <Button
        icon={<FileSpreadsheet aria-hidden="true" className="size-4" />}
        isDisabled={isChanged}
        onPress={() => void saveCsv()}
      >
        CSV
      </Button>
      {mayChange && (
        <Menu
          aria-label="More actions"
          trigger={<IconButton label="More actions" icon={<Ellipsis aria-hidden="true" className="size-4" />} />}
        >
          <MenuItem icon={<Copy />} onAction={() => void actions.duplicate(report)}>
            Duplicate
          </MenuItem>
          <MenuItem
            icon={<Trash2 />}
            isDestructive
            onAction={() =>
              void actions.remove(report).then((isDone) => isDone && navigate('/dashboard/analytics/reports'))
            }
          >
            Delete
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
