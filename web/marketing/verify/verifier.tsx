import { useState } from 'react'
import type { CustodyFile } from '#domain/road/custody-file.ts'
import { isTampered, type Finding, type GivenFile } from '#domain/road/verify-custody.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Findings } from './findings.tsx'
import { findingsOf, hashed, readCustody } from './verify-file.ts'

type Checked = { file: CustodyFile; photos: GivenFile[]; findings: Finding[] }

/** Reads a custody file and photos in the browser, and says what fits. */
export function Verifier() {
  const isHydrated = useHydrated()
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const isSecure = !isHydrated || globalThis.crypto?.subtle !== undefined

  const check = async (file: CustodyFile, photos: GivenFile[]) =>
    setChecked({ file, photos, findings: await findingsOf(file, photos) })
  const take = async (given: File[]) => {
    setProblem(undefined)
    const read = await Promise.all(given.map(readCustody))
    const others = await Promise.all(given.filter((_, at) => !read[at]).map(hashed))
    const file = read.find((each) => each !== undefined) ?? checked?.file
    const photos = [...(checked?.photos ?? []), ...others]
    if (file) await check(file, photos)
    else setProblem('This is not the custody file of a delivery. It comes from “Custody file” next to the proofs.')
  }
  return (
    <div className="flex flex-col gap-6">
      {!isSecure && (
        <Banner tone="warning">
          Browsers check signatures only on pages that are opened over HTTPS. Use{' '}
          <code>npm run custody -- verify FILE</code> instead.
        </Banner>
      )}
      <FileDrop
        label={checked ? 'Add photos, or another custody file' : 'Drop the custody file here'}
        description={
          checked
            ? 'Each photo is compared with the hash that the phone signed.'
            : 'It is called custody-NUMBER.json. Add its photos, too, if you have them.'
        }
        accept={['.json', 'application/json', 'image/*']}
        isForMany
        isDisabled={!isHydrated || !isSecure}
        onFiles={(files) => void take(files)}
      />
      {problem && <PlainAlert>{problem}</PlainAlert>}
      {checked && <Result {...checked} />}
    </div>
  )
}

function Result({ file, findings }: Checked) {
  const { delivery, workspace, exported_at } = file
  return (
    <section aria-label="Result" className="flex flex-col gap-4">
      <Banner tone={isTampered(findings) ? 'danger' : 'success'}>
        {isTampered(findings)
          ? 'Something does not fit. Do not rely on this file as evidence.'
          : 'Everything that can be checked fits.'}
      </Banner>
      <p className="text-ink-muted">
        Delivery {delivery.number} of {workspace.name}, exported on{' '}
        <time dateTime={exported_at}>{exported_at.slice(0, 16).replace('T', ' at ')} UTC</time>
      </p>
      <Findings findings={findings} />
    </section>
  )
}
