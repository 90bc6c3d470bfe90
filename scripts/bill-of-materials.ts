/** What `package-lock.json` says about one installed package. */
export type LockedPackage = {
  name?: string
  version: string
  license?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  /** A folder of ours, which is linked. */
  link?: boolean
  optional?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { name: string; version: string; packages: Record<string, LockedPackage> }

/**
 * The bill of materials in CycloneDX 1.6: every package that an installation without development tools may get, on any
 * platform. `npm sbom --omit dev` leaves out those that development tools use too, and those of other platforms.
 */
export function billOfMaterials(lock: Lock, { at, serial }: { at: string; serial: string }) {
  const paths = Object.keys(lock.packages).filter(
    (path) => path !== '' && !lock.packages[path]!.dev && !lock.packages[path]!.link,
  )
  const components = new Map<string, object>()
  const dependsOn = new Map<string, Set<string>>()
  for (const path of ['', ...paths]) {
    const entry = lock.packages[path]!
    const ref = refOf(path, entry)
    if (path !== '') components.set(ref, componentOf(path, entry))
    const needed = { ...entry.dependencies, ...entry.optionalDependencies }
    const found = Object.keys(needed).flatMap((name) => installedAt(lock, path, name) ?? [])
    const refs = dependsOn.get(ref) ?? new Set()
    for (const each of found) refs.add(refOf(each, lock.packages[each]!))
    dependsOn.set(ref, refs)
  }
  const product = lock.packages['']!
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: at,
      component: { ...identity('', product), type: 'application', licenses: licensesOf('', product) },
    },
    components: [...components].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component),
    dependencies: [...dependsOn].map(([ref, refs]) => ({ ref, dependsOn: [...refs].toSorted() })),
  }
}

const nameOf = (path: string, { name }: LockedPackage) => name ?? path.replace(/^.*node_modules\//, '')
const refOf = (path: string, entry: LockedPackage) => `${nameOf(path, entry)}@${entry.version}`

function identity(path: string, entry: LockedPackage) {
  const name = nameOf(path, entry)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`
  return { 'bom-ref': refOf(path, entry), name, version: entry.version, purl }
}

function componentOf(path: string, entry: LockedPackage) {
  const { optional, devOptional, integrity = '', resolved } = entry
  const [, hash] = /sha512-([A-Za-z0-9+/=]+)/.exec(integrity) ?? []
  return {
    type: 'library',
    ...identity(path, entry),
    scope: optional || devOptional ? 'optional' : 'required',
    licenses: licensesOf(path, entry),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
  }
}

/** What packages that do not name their license say in their license files. */
const licenseFiles: Record<string, string> = { 'png-js': 'MIT' }

function licensesOf(path: string, entry: LockedPackage) {
  const license = entry.license ?? licenseFiles[nameOf(path, entry)]
  if (!license) return []
  if (/^[\w.+-]+$/.test(license)) return [{ license: { id: license } }]
  return / (OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { name: license } }]
}

/** Where Node finds a package that the one at `path` imports: in its own folder, or in those above it. */
function installedAt({ packages }: Lock, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}
