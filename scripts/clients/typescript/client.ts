// @ts-ignore: whoever uses the client installs it.
import createClient, { type Client } from 'openapi-fetch'
// @ts-ignore: it is generated beside this file.
import type { paths } from './karta-api.d.ts'

/**
 * The API of Karta with its types: `const { data, error } = await karta(url, key).GET('/deliveries')`.
 * @param url of the server, such as `https://karta.example`
 * @param key an API key
 */
export function karta(url: string, key: string): Client<paths> {
  return createClient<paths>({
    baseUrl: `${url.replace(/\/$/, '')}/v1`,
    headers: { authorization: `Bearer ${key}` },
  })
}
