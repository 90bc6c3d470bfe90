// The arguments go on to the runner as they are: --set, --time, --cpu, --seed, --instances, --instances-dir.
await import('#solver/bench/run.ts')
