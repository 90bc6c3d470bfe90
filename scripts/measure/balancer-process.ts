import { openBalancer, type BalancerCounts } from '#server/testing/balancer.ts'

/*
 * The balancer of benchmarks with several nodes, in a process of its own. Started with the ports of the nodes, it tells its own,
 * and then answers every message with what it has done so far, and who is ready.
 */
export type BalancerAnswer = { port: number; counts: BalancerCounts; ready: number[] }

// As often as `deploy/Caddyfile` has servers asked.
const balancer = await openBalancer(process.argv.slice(2).map(Number), { askEveryMs: 2000 })
const answer = (): BalancerAnswer => ({ port: balancer.port, counts: balancer.counts, ready: balancer.ready() })
process.on('message', () => void process.send!(answer()))
process.send!(answer())
