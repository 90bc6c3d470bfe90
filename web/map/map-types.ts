export type MapPosition = { lat: number; lng: number }

/** A place on the map with a short label, such as its number on the route. */
export type MapStop = {
  id: string
  position: MapPosition
  label: string
  color: string
  /** The text of the tooltip, and the stop's name for screen readers. */
  title: string
  /** Drawn small and pale: not on the route that is open. */
  muted?: boolean
  /** Drawn as a square: it stays in its place. */
  locked?: boolean
  /** The color of somebody else who has selected it. */
  ring?: string | undefined
}

/** A line on the map. Dashed lines are drawn on top and show the line below. */
export type MapRoute = { id: string; color: string; path: MapPosition[]; muted?: boolean; dashed?: boolean }

/** A pin with a popup. */
export type MapMarker = {
  id: string
  position: MapPosition
  /** The text of the popup, and the pin's name for screen readers. */
  label: string
  /** A short name that is drawn below the pin. */
  name?: string
  /** Defaults to the brand's color. */
  color?: string
}
