import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { JobDraft } from '../overview/new-job/job-draft.ts'
import { TabStrip } from '../overview/tab-strip.tsx'
import { figuresOf, sampleJobs, type SampleJob } from './sample-day.ts'
import { useJobDialog } from './use-job-dialog.ts'
import { DriverList, JobList, VehicleList } from './sample-lists.tsx'

/** The dashboard with sample data. What a guest adds stays on the page. */
export function GuestDashboard() {
  const [jobs, setJobs] = useState(sampleJobs)
  const { JobDialog, ...dialog } = useJobDialog()
  const opener = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState('')
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = (useHydrated() && asked) || 'overview'

  const create = async (draft: JobDraft) => {
    const job = jobOf(draft, jobs.length)
    setJobs([job, ...jobs])
    setAdded(`${job.id} was added to the sample list.`)
    setSearch({ tab: 'jobs' }, { replace: true, preventScrollReset: true })
    return undefined
  }
  const close = () => {
    dialog.close()
    // The button could not keep the focus while the dialog was being loaded.
    opener.current?.focus()
  }
  return (
    <div className="bg-ground text-sm">
      <p className="bg-brand-soft px-5 py-2.5 text-center text-brand-ink">
        You are looking at sample data.{' '}
        <Link to="/signin" state={{ mode: 'sign-up' }} className="underline">
          Start a free trial
        </Link>{' '}
        to see your own deliveries here.
      </p>
      <div className="mx-auto min-h-[60rem] max-w-6xl px-5 py-8 lg:min-h-[46rem]">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl font-semibold tracking-tight">Dashboard</h1>
          <PlainButton
            ref={opener}
            variant="primary"
            aria-haspopup="dialog"
            icon={<Plus aria-hidden="true" className="size-4" />}
            isPending={dialog.isLoading}
            onClick={() => void dialog.open()}
          >
            Create New Job
          </PlainButton>
        </div>
        {dialog.hasFailed && (
          <div className="mb-5">
            <PlainAlert>The form could not be loaded. Check your connection and try again.</PlainAlert>
          </div>
        )}
        <p role="status" className="sr-only">
          {added}
        </p>
        <TabStrip
          label="Dashboard"
          current={tab}
          onChange={(id) =>
            setSearch(id === 'overview' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
          }
          tabs={[
            { id: 'overview', label: 'Overview', content: <SampleOverview jobs={jobs} /> },
            { id: 'jobs', label: 'Jobs', content: <JobList jobs={jobs} /> },
            { id: 'fleet', label: 'Fleet', content: <VehicleList /> },
            { id: 'drivers', label: 'Drivers', content: <DriverList /> },
          ]}
        />
      </div>
      {JobDialog && <JobDialog onCreate={create} onClose={close} />}
    </div>
  )
}

function SampleOverview({ jobs }: { jobs: readonly SampleJob[] }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figuresOf(jobs).map((figure) => (
          <Stat key={figure.label} {...figure} />
        ))}
      </div>
      <h2 className="mt-8 mb-3 text-base font-semibold">Recent deliveries</h2>
      <JobList jobs={jobs.slice(0, 4)} />
    </>
  )
}

function jobOf(draft: JobDraft, count: number): SampleJob {
  return {
    id: `KD-${1051 + count}`,
    status: draft.driverId ? 'Assigned' : 'Pending',
    driver: draft.driverId || 'Not assigned',
    pickup: draft.pickup.trim(),
    delivery: draft.delivery.trim(),
    eta: draft.scheduledTime.slice(11, 16),
  }
}
