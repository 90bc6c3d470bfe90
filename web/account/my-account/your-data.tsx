import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadAccountData } from '#domain/api/account.ts'
import { call } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Said } from './said.tsx'
import { Section } from './section.tsx'

/** Downloads everything Karta stores about the person as a file. */
export function YourData() {
  const download = useMutation({
    mutationFn: () => call(downloadAccountData, {}),
    onSuccess: (data) =>
      saveFile(
        `karta-my-data-${data.made_at.slice(0, 10)}.json`,
        `${JSON.stringify(data, null, 2)}\n`,
        'application/json',
      ),
  })
  return (
    <Section
      id="your-data"
      title="Your data"
      description="Everything we store about you, in one file: your account, your devices and your activity."
      actions={
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          isPending={download.isPending}
          onPress={() => download.mutate()}
        >
          Download my data
        </Button>
      }
    >
      {download.error && <PlainAlert>{download.error.message}</PlainAlert>}
      <Said>{download.isSuccess && 'The file has been downloaded.'}</Said>
    </Section>
  )
}
