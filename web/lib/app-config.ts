import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadAppConfig } from './call.ts'

const appConfigQuery = queryOptions({ queryKey: ['app-config'], queryFn: loadAppConfig, staleTime: Infinity })

/** Where the map's tiles come from; empty until known, which a map shows as its plain ground. */
export function useTiles(): { tileUrl?: string; attribution?: string } {
  const { data } = useQuery(appConfigQuery)
  return data ? { tileUrl: data.tile_url, attribution: data.tile_attribution } : {}
}
