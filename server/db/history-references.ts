import { asOwner } from './owner-functions/as-owner.ts'
import { firstOfSpan } from './owner-functions/event-spans.ts'

/*
 * What histories and events refer to, checked once for each statement (decision 80). A foreign key looks at each row by itself,
 * which was a fifth of the database's work in a large import. Nobody moves these rows from one delivery or batch to another.
 */

const returnsTrigger = `returns trigger language plpgsql volatile ${asOwner}`

/**
 * Refuses rows that refer to something which is not there, or is another workspace's.
 * @param by the columns that say to what they refer
 * @param workspaceOf whose it is, looked up by its key
 */
function checked(table: string, by: string, workspaceOf: string): string[] {
  return [
    // The plan may have been made while tables were small, and then reads all of them.
    `create function check_${table}() ${returnsTrigger} set enable_seqscan = off as $$
    begin
      if exists (select from (select distinct workspace_id, ${by} from added) a where (${workspaceOf}) is distinct from a.workspace_id) then
        raise exception 'a row of ${table} refers to nothing' using errcode = 'foreign_key_violation';
      end if;
      return null;
    end $$`,
    `create trigger check_${table} after insert on ${table} referencing new table as added
      for each statement execute function check_${table}()`,
  ]
}

/** Runs these statements after rows of a table were deleted. Its name comes after those of foreign keys, and so does its turn. */
function leaving(table: string, statements: string): string[] {
  return [
    `create function take_along_${table}() ${returnsTrigger} as $$
    begin
      ${statements}
      return null;
    end $$`,
    `create trigger take_along after delete on ${table} referencing old table as removed
      for each statement execute function take_along_${table}()`,
  ]
}

export const historyReferenceStatements = [
  ...checked('delivery_events', 'delivery_id', 'select d.workspace_id from deliveries d where d.id = a.delivery_id'),
  ...checked('chain_heads', 'subject', 'select w.id from workspaces w where w.id = a.workspace_id'),
  ...checked(
    'events',
    'batch_id',
    'select b.workspace_id from event_batches b where b.workspace_id = a.workspace_id and b.id = a.batch_id',
  ),
  // Only a workspace that goes takes histories along. Nobody else removes a delivery and leaves its history, or loses it.
  ...leaving(
    'deliveries',
    `if exists (select from removed r join workspaces w on w.id = r.workspace_id join delivery_events e on e.delivery_id = r.id) then
        raise exception 'delivery_events still has the history of a delivery' using errcode = 'foreign_key_violation';
      end if;
      delete from delivery_events e using removed r where e.delivery_id = r.id;`,
  ),
  ...leaving('workspaces', 'delete from chain_heads h using removed r where h.workspace_id = r.id;'),
  // Those that `forget_events` forgets go with the table of their span, if it has one of its own.
  ...leaving(
    'event_batches',
    `delete from events e using removed r where e.workspace_id = r.workspace_id and e.batch_id = r.id
        and (r.id < ${firstOfSpan(1)} or coalesce(current_setting('karta.spans_go', true), '') <> 'yes');`,
  ),
]

/** The functions among them. Nobody calls them but their triggers. */
export const historyReferenceFunctions = [
  'check_delivery_events',
  'check_chain_heads',
  'check_events',
  'take_along_deliveries',
  'take_along_workspaces',
  'take_along_event_batches',
]
