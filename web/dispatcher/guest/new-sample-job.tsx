import { I18nProvider } from 'react-aria-components'
import { defaultLanguage } from '#domain/language.ts'
import { JobDialog } from '../overview/new-job/job-dialog.tsx'
import type { CreateJob } from '../overview/new-job/use-job.ts'
import { sampleDrivers } from './sample-day.ts'

const drivers = sampleDrivers.map(({ name }) => ({ id: name, name }))

/** Create New Job for guests. A separate module, because its fields weigh more than the page. */
export function NewSampleJob({ onCreate, onClose }: { onCreate: CreateJob; onClose: () => void }) {
  return (
    <I18nProvider locale={defaultLanguage}>
      <JobDialog drivers={drivers} nobody="Not assigned" onCreate={onCreate} onClose={onClose} />
    </I18nProvider>
  )
}
