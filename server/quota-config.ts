import { quotaNames, quotas, usualLimits, type QuotaLimits, type QuotaName } from '#domain/quotas.ts'
import { StartError } from './start-error.ts'

const sizes: Record<string, number> = { '': 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }

/**
 * The limits in `QUOTAS`, like `deliveries_per_day=500,bytes_stored=20GB`. Others stay as usual.
 * @throws StartError naming what is wrong with it
 */
export function readQuotaLimits(raw: string | undefined): QuotaLimits {
  const limits = { ...usualLimits }
  for (const part of (raw ?? '').split(',')) {
    if (!part.trim()) continue
    const [name = '', value = ''] = part.split('=').map((each) => each.trim())
    if (!isQuota(name)) {
      throw new StartError(`QUOTAS has no quota "${name}": it can set ${quotaNames.join(', ')}.`)
    }
    limits[name] = readLimit(name, value)
  }
  return limits
}

const isQuota = (name: string): name is QuotaName => Object.hasOwn(quotas, name)

function readLimit(name: QuotaName, value: string): number {
  const { unit, ...quota } = quotas[name]
  const most = 'most' in quota ? quota.most : Number.MAX_SAFE_INTEGER
  const [, digits = '', size = ''] = /^(\d+)([kmgt]b)?$/i.exec(value) ?? []
  const limit = Number(digits) * sizes[size.toLowerCase()]!
  const isWhole = digits !== '' && (size === '' || unit === 'bytes')
  if (!isWhole || limit < 1 || limit > most) {
    const wanted = unit === 'bytes' ? 'a size like 20GB' : `a whole number from 1 to ${most.toLocaleString('en-US')}`
    throw new StartError(`QUOTAS: ${name} must be ${wanted}, not "${value}".`)
  }
  return limit
}
