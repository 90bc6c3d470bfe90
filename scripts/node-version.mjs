// `node --import` loads this before every npm script. It is plain JavaScript because the Node that it rejects may be too
// old for TypeScript. npm puts node_modules/.bin first on the PATH, so scripts normally run on the Node 26 from the
// project's optional dependencies.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  console.error(
    `Karta needs Node 26, and this is Node ${process.versions.node}. Run it through npm after "npm ci --include=optional", which installs Node 26.`,
  )
  process.exit(1)
}
