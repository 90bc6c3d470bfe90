export type MapPosition = { lat: number; lng: number }

/** A place on the map with a short mark on it, such as its number on the route. */
export type MapStop = {
  id: string
  position: MapPosition
  label: string
  color: string
  /** What the tooltip says, and the stop's name for screen readers. */
  title: string
  /** Drawn small and pale: not the route one is looking at. */
  muted?: boolean
}

/** A line on the map. Dashed ones lie on top without hiding what they follow. */
export type MapRoute = { id: string; color: string; path: MapPosition[]; muted?: boolean; dashed?: boolean }

/** A pin with a popup. */
export type MapMarker = {
  id: string
  position: MapPosition
  /** What the popup says, and the pin's name for screen readers. */
  label: string
  /** The brand's color unless told. */
  color?: string
}
