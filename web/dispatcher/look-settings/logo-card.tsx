import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLook } from '#domain/api/look.ts'
import type { Look } from '#domain/schema/look.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { shrink } from '#web/lib/pictures/shrink.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { upload } from '#web/lib/upload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { logoQuery } from './look-queries.ts'

/** Sharp on paper, and small. */
const longest = 700

/** The logo: any picture that the browser can read, made smaller and kept as PNG. */
export function LogoCard({ look, isEditable }: { look: Look; isEditable: boolean }) {
  const client = useQueryClient()
  const userId = useMe().user_id
  const [progress, setProgress] = useState<number>()
  const picture = useQuery(logoQuery(look)).data
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      let logo: string | null = null
      if (file) {
        const content = await shrink(file, { longest, type: 'image/png' })
        setProgress(0)
        logo = await upload({ bucket: 'avatars', userId, content, onProgress: setProgress })
      }
      return call(changeLook, { body: { logo }, version: look.version })
    },
    onSuccess: (saved) => {
      client.setQueryData(keys.look, saved)
      toast({ title: saved.logo ? 'Logo saved' : 'Logo removed' })
    },
    onSettled: () => setProgress(undefined),
  })
  const give = (files: File[]) => files[0] && change.mutate(files[0])
  return (
    <Card title="Logo" description="It is printed at the top left of delivery notes, up to 6 by 1.5 cm.">
      <div className="grid gap-4">
        {look.logo && (
          <div className="flex flex-wrap items-center gap-4">
            {picture ? (
              <img
                src={picture}
                alt="Your logo"
                className="max-h-20 max-w-full rounded-lg border bg-white object-contain p-2 sm:max-w-72"
              />
            ) : (
              <Skeleton className="h-20 w-40" />
            )}
            {isEditable && (
              <Button isPending={change.isPending} onPress={() => change.mutate(null)}>
                Remove
              </Button>
            )}
          </div>
        )}
        {isEditable && (
          <FileDrop
            label={look.logo ? 'Drop another picture here' : 'Drop a picture here'}
            description="PNG, JPEG or WebP. A transparent background looks best."
            accept={['image/png', 'image/jpeg', 'image/webp']}
            isDisabled={change.isPending}
            onFiles={give}
          />
        )}
        {!look.logo && !isEditable && <p className="text-ink-muted">No logo yet.</p>}
        {progress !== undefined && <ProgressBar label="Uploading" value={progress * 100} />}
        {change.error && <Banner tone="danger">{sentenceOf(change.error)}</Banner>}
      </div>
    </Card>
  )
}
