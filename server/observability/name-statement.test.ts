import { expect, test } from 'vitest'
import { nameStatement } from './name-statement.ts'

test.each([
  ['select "id", (select count(*) from "stops") from "deliveries" where "id" = $1', 'select deliveries'],
  ['select exists (select from "drivers" where id = $1)', 'select exists'],
  ['select * from (select * from "routes" where x = \'from "secret"\') as r', 'select routes'],
  ['/* prepared */ insert into "auth"."users" (a) values (\'from x\')', 'insert auth.users'],
  ['update "plans" set state = $1 from "routes"', 'update plans'],
  ['delete from only "stops" where id = $1', 'delete stops'],
  ['with w as (select 1 from "a"), v as (delete from "b" returning *) insert into "c" select * from w', 'insert c'],
  ['WITH next AS (SELECT id FROM pgboss.job) UPDATE pgboss.job SET state = $1', 'update pgboss.job'],
  ['select * from claim_turn($1, $2)', 'select claim_turn'],
  ["select set_config('karta.workspace', $1, true)", 'select set_config'],
  ["select now() - interval '1 day'", 'select now'],
  ["begin; set local karta.scope = 'auth'", 'begin'],
  ['commit', 'commit'],
  ['select 1', 'select'],
  ['select $tag$ from "secret" $tag$ from "x"', 'select x'],
  ['', 'nothing'],
])('%s is named %s', (text, name) => {
  expect(nameStatement(text).name).toBe(name)
})

test('statements that differ in values and in how many there are have one fingerprint', () => {
  const one = nameStatement('insert into "a" ("x", "y") values ($1, $2)')
  const three = nameStatement('insert into "a" ("x", "y") values ($1, $2), ($3, $4),\n ($5, $6)')
  const literal = nameStatement(`select * from "a" where "x" in ($1)  and "y" = 'Budi'`)
  const others = nameStatement(`select * from "a" where "x" in ($1, $2, $3) and "y" = 'it''s Ann'`)
  expect(three.fingerprint).toBe(one.fingerprint)
  expect(others.fingerprint).toBe(literal.fingerprint)
  expect(literal.fingerprint).not.toBe(one.fingerprint)
})

test('a name holds nothing that was written as a value', () => {
  expect(nameStatement(`select 'Budi' from "a" where "x" = 'Santoso' -- Ann`).name).toBe('select a')
})
