// Loaded by `node --import` in front of every npm script. It is plain JavaScript because the Node it
// has to turn away may be too old to read TypeScript. npm puts node_modules/.bin first on the PATH, so
// the scripts normally meet the Node 26 that the project brings along in its optional dependencies.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  console.error(
    `Karta runs on Node 26, and this is Node ${process.versions.node}: run it through npm after "npm ci --include=optional", which brings Node 26 along.`,
  )
  process.exit(1)
}
