/** What the browser needs to know about the server. */
export type AppConfig = {
  version: string
  public_url: string
  publishable_key: string
  /** How people reach the operator; empty where not set. */
  contact: { address: string; phone: string; email: string }
  /** A PMTiles file of vector tiles, preferred over `tile_url`. Null when none is set. */
  map_url: string | null
  /** Empty when there are no tiles. */
  tile_url: string
  tile_attribution: string
  /** Which share of calls begins a trace that the server's operator collects. */
  traces: number
  /** Null if addresses are not looked up. */
  geocoder: { kind: string; attribution: string } | null
  providers: {
    email: boolean
    google: boolean
    /** The providers that are configured besides Google. */
    oidc: string[]
    /** Whether people may link and unlink providers themselves. */
    linking: boolean
    /** Whether the server can send text messages. */
    phone: boolean
    passkeys: boolean
  }
}

declare global {
  // Set by /app-config.js, which every page loads first.
  var kartaConfig: AppConfig | undefined
}

/** The server's settings for the browser. Undefined during the build, or if they could not be loaded. */
export function appConfig(): AppConfig | undefined {
  return globalThis.kartaConfig
}

/** Where the map's background comes from. Without any, a map shows the packaged coasts, borders and names. */
export function backgrounds(): { fileUrl?: string; tileUrl?: string; tileCredits: string } {
  const config = appConfig()
  return {
    fileUrl: config?.map_url ?? undefined,
    tileUrl: config?.tile_url || undefined,
    tileCredits: config?.tile_attribution ?? '',
  }
}
