/*
 * What numbers and links the entries of the audit log, whoever writes (decision 31). The server adds notes and reads
 * entries; only this trigger makes entries of them, as their transaction commits, under a lock that only the commit holds.
 * So numbers have no gaps, follow the order of commits, and nobody who writes waits for somebody who is still working.
 */

/** Runs with the rights of the tables' owner: the server may not touch these tables in any other way. */
const asOwner = 'language plpgsql volatile security definer set search_path = public, pg_temp'

const columns = `workspace_id, at, action, actor_kind, actor_id, record_kind, record_id, record_ids, changes, detail,
        request_id, sealed, opened`

/** `auditLink` of `domain/audit/entry.ts`, which verifies it, in SQL. */
const linkOf = (number: string, previous: string) =>
  `encode(sha256(convert_to('karta audit link 1' || E'\\n' || (${number}) || E'\\n' || ${previous} || E'\\n' || new.content_hash, 'UTF8')), 'hex')`

export const auditLogStatements = [
  `create function link_audit_note() returns trigger
    ${asOwner} as $$
    declare
      place bigint;
      linked text;
    begin
      delete from audit_notes n where n.id = new.id;
      -- A workspace that is gone took its log along.
      if not exists (select from workspaces w where w.id = new.workspace_id) then
        return null;
      end if;
      insert into audit_heads as h (workspace_id, length, hash) values (new.workspace_id, 1, ${linkOf('1', `''`)})
        on conflict (workspace_id) do update set length = h.length + 1, hash = ${linkOf('h.length + 1', 'h.hash')}
        returning h.length, h.hash into place, linked;
      insert into audit_entries (${columns}, number, hash)
        values (${columns.replace(/\w+/g, (column) => `new.${column}`)}, place, linked);
      return null;
    end $$`,
  `create constraint trigger link_audit_note after insert on audit_notes deferrable initially deferred
    for each row execute function link_audit_note()`,
  // A note is written in any transaction: also in one of the sign-in service, about somebody's workspaces.
  `create policy write on audit_notes for insert with check (true)`,
]

/** What of an entry can be dropped, of entries in the transaction's workspace. The chain stays as it is. */
export const erasingAudits: Record<string, string> = {
  /*
   * Drops the personal values of entries that are older than a moment, the oldest ones first, at most so many. Returns how
   * many it went through: fewer than that, and it is done.
   */
  forget_audit_values: `create function forget_audit_values(older_than timestamptz, most integer) returns integer
    ${asOwner} as $$
    declare
      workspace uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
      since timestamptz;
      reached timestamptz;
      passed integer;
    begin
      select coalesce(h.forgotten_until, '-infinity') into since from audit_heads h
        where h.workspace_id = workspace;
      with old as (
        select e.number, e.at from audit_entries e
          where e.workspace_id = workspace and e.at >= since and e.at < older_than and e.opened <> '{}'
          order by e.at, e.number limit most),
      dropped as (
        update audit_entries e set opened = '{}', actor_id = null from old
          where e.workspace_id = workspace and e.number = old.number)
      select count(*), max(old.at) into passed, reached from old;
      -- From the last moment again, since more entries may have it.
      update audit_heads h set forgotten_until = case when passed < most then older_than else reached end
        where h.workspace_id = workspace and (h.forgotten_until is null or h.forgotten_until < older_than);
      return passed;
    end $$`,

  /* Drops what these seals hide in the entries about some records. Returns in how many entries. */
  erase_audit_values: `create function erase_audit_values(records uuid[], seals text[]) returns integer
    ${asOwner} as $$
    declare
      changed integer;
    begin
      update audit_entries e set opened = e.opened - seals,
          actor_id = case when 'actor' = any(seals) then null else e.actor_id end
        where e.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and e.record_id = any(records) and e.opened ?| seals;
      get diagnostics changed = row_count;
      return changed;
    end $$`,
}

/** What looks at the logs of all workspaces. */
export const acrossAudits: Record<string, string> = {
  // Workspaces whose log grew since it was last checked, if that was before a moment and nobody waits for a check.
  audits_to_check: `create function audits_to_check(checked_before timestamptz) returns table (workspace_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select h.workspace_id from audit_heads h left join audit_checks c on c.workspace_id = h.workspace_id
        where c.workspace_id is null
          or (c.state <> 'waiting' and c.checked_at < checked_before and c.entries <> h.length)
          or (c.state = 'waiting' and c.asked_at < checked_before)
    $$`,
}

/** Runs with the owner's rights. Nobody calls it but its trigger. */
export const auditLogFunctions = ['link_audit_note']
