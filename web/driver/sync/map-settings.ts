import type { AppConfig } from '#web/lib/app-config.ts'

export type MapSettings = Pick<AppConfig, 'map_url' | 'tile_url' | 'tile_attribution'>

const key = 'karta-driver.map'
const none: MapSettings = { map_url: null, tile_url: '', tile_attribution: '' }

/** Where the map's background comes from; as last heard, without a network. */
export async function readMapSettings(): Promise<MapSettings> {
  const reply = await fetch('/app-config.json').catch(() => undefined)
  if (!reply?.ok) return JSON.parse(localStorage.getItem(key) ?? 'null') ?? none
  const { map_url, tile_url, tile_attribution } = (await reply.json()) as AppConfig
  const settings = { map_url, tile_url, tile_attribution }
  localStorage.setItem(key, JSON.stringify(settings))
  return settings
}
