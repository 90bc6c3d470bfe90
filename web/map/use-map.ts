import { createContext, useContext } from 'react'
import type { L } from './leaflet.client.ts'

export const MapContext = createContext<L.Map | undefined>(undefined)

/** The Leaflet map of the MapView around a layer. */
export function useMap(): L.Map {
  const map = useContext(MapContext)
  if (!map) throw new Error('A map layer must be rendered inside a MapView.')
  return map
}
