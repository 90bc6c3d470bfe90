import { queryOptions } from '@tanstack/react-query'
import { getLogo, getLook } from '#domain/api/look.ts'
import type { Look } from '#domain/schema/look.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

export const lookQuery = queryOptions({
  queryKey: keys.look,
  queryFn: ({ signal }) => call(getLook, { signal }),
})

/** The picture of a version of the look. */
export const logoQuery = ({ version, logo }: Look) =>
  queryOptions({
    queryKey: ['logo', version],
    queryFn: async ({ signal }) => URL.createObjectURL(await callForFile(getLogo, { signal })),
    enabled: logo !== null,
    staleTime: Infinity,
  })
