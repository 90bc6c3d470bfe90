import { resources } from '../../http/resource.ts'
import { AppRefusal } from './errors.ts'

/**
 * Which resource of this server an address names (RFC 8707); null if the token is for all of them.
 * @throws AppRefusal `invalid_target`
 */
export function resourceNamed(publicUrl: string, address: string | undefined): string | null {
  if (address === undefined) return null
  const named = address.replace(/\/$/, '')
  if (named === publicUrl) return null
  const found = resources.find((path) => named === `${publicUrl}${path}`)
  if (!found)
    throw new AppRefusal('invalid_target', `This server has ${resources.map((path) => publicUrl + path).join(' and ')}`)
  return found
}
