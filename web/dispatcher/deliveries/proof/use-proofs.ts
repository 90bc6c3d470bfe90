import { queryOptions } from '@tanstack/react-query'
import { getPhoto, listProofs } from '#domain/api/proofs.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** What proves a delivery. */
export const proofsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.deliveries.proofs(id),
    queryFn: ({ signal }) => call(listProofs, { params: { id }, signal }),
  })

/** A photo as an address that an image can show. It never changes once it is here. */
export const photoQuery = (id: string) =>
  queryOptions({
    queryKey: keys.photos(id),
    queryFn: async ({ signal }) => asDataUrl(await callForFile(getPhoto, { params: { id }, signal })),
    staleTime: Infinity,
  })

function asDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The photo could not be read.')))
    reader.readAsDataURL(content)
  })
}
