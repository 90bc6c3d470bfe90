import { useMutation } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { documentBucket, type FleetDocument } from '#domain/schema/fleet-document.ts'
import { sendToStorage } from '#web/lib/call.ts'
import { useMe } from '#web/lib/me.ts'
import { upload } from '#web/lib/upload.ts'
import { Button } from '#web/ui/button.tsx'

type File_ = NonNullable<FleetDocument['file']>
type DocumentFileProps = { value: File_ | null; onChange: (file: File_ | null) => void; isEditable: boolean }

/** The scan of a document, in the workspace's bucket of documents. */
export function DocumentFile({ value, onChange, isEditable }: DocumentFileProps) {
  const userId = useMe().user_id
  const send = useMutation({
    mutationFn: async (content: File) => ({
      path: await upload({ bucket: documentBucket, userId, content }),
      name: content.name,
    }),
    onSuccess: onChange,
  })
  const open = useMutation({ mutationFn: download })
  const failure = send.error ?? open.error
  return (
    <div className="grid gap-2">
      <span className="text-[0.8125rem] font-medium">File</span>
      <div className="flex flex-wrap items-center gap-2">
        {value && (
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            isPending={open.isPending}
            onPress={() => open.mutate(value)}
          >
            {value.name}
          </Button>
        )}
        {isEditable && (
          <FileTrigger
            acceptedFileTypes={['application/pdf', 'image/*']}
            onSelect={(files) => files?.[0] && send.mutate(files[0])}
          >
            <Button icon={<Paperclip aria-hidden="true" className="size-4" />} isPending={send.isPending}>
              {value ? 'Replace' : 'Choose a PDF or picture'}
            </Button>
          </FileTrigger>
        )}
        {isEditable && value && (
          <Button variant="quiet" onPress={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="text-danger-ink">
          {failure.message}
        </p>
      )}
    </div>
  )
}

async function download({ path, name }: File_): Promise<void> {
  const answer = await sendToStorage('GET', `/storage/v1/object/authenticated/${documentBucket}/${path}`, {
    headers: {},
  })
  if (!answer.ok) throw new Error('The file could not be loaded. It may have been deleted from the bucket.')
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
