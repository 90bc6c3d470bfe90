import { check, solve } from './solver/index.ts'
import { exhaustive } from './solver/testing/exhaustive.ts'
import { mixTimes, mixTrips } from './solver/testing/random-mix.ts'
const p = mixTrips(117, 5, 2)
for (const seed of [0,1,2,117]) { const plan = solve(p, { iterationLimit: 20000, seed })
console.log(plan.summary.cost, plan.routes.map(r=>r.vehicle+': '+r.steps.map(s=>s.type+(s.id??'')).join(' '))) }
console.log(JSON.stringify(p.jobs.map(j=>({id:j.id,d:j.delivery,p:j.pickup,g:j.groups,prize:j.prize,w:j.time_windows,r:j.release}))), JSON.stringify(p.groups), JSON.stringify(p.vehicles))
console.log(exhaustive(p))
const q = mixTimes(24,4,2,false)
const plan = solve(q,{iterationLimit:3000,seed:24})
console.log(check(q,plan), JSON.stringify(q.previous), JSON.stringify(q.jobs), JSON.stringify(q.shipments), JSON.stringify(q.vehicles))
console.log(JSON.stringify(plan.routes.map(r=>r.steps.map(s=>[s.type,s.id,s.arrival,s.waiting_time,s.service]))), JSON.stringify(plan.unassigned.map(u=>[u.type,u.id])))
