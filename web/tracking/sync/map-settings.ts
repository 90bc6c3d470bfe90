type MapSettings = { map_url: string | null; tile_url: string; tile_attribution: string }

/** What the operator set for maps. Without an answer, the map that Karta ships. */
export async function readMapSettings(): Promise<MapSettings> {
  try {
    return (await (await fetch('/app-config.json', { credentials: 'omit' })).json()) as MapSettings
  } catch {
    return { map_url: null, tile_url: '', tile_attribution: '' }
  }
}
