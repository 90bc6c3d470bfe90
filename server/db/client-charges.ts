import { appRole } from './app-role.ts'
import { asOwner } from './owner-functions/as-owner.ts'
import { notMoving } from './owner-functions/moving.ts'

/**
 * Which attempt at the delivery `d` it is: another one begins when what failed waits again, unless that is taken back. So
 * a failure that was undone or corrected is none.
 */
export const attemptOf = `(select 1 + count(*)::integer from (
    select e.changes ->> 'status' as status, lag(e.changes ->> 'status') over history as before,
        lead(e.changes ->> 'status') over history as after
      from delivery_events e where e.workspace_id = d.workspace_id and e.delivery_id = d.id
        and e.changes ->> 'status' <> 'cancelled'
      window history as (order by e.sequence)) told
  where told.status = 'pending' and told.before = 'failed' and told.after is distinct from 'failed')`

/*
 * A delivery of a client who has a rate card is charged as it ends, in the same transaction: the charge keeps what it
 * weighed, and the cash. Its price is worked out right afterward.
 */
export const clientChargeStatements = [
  // Whoever ends a delivery need not see what its client pays, so it runs as the owner.
  `create function note_client_charge() returns trigger
    language plpgsql volatile ${asOwner} as $$
    begin
      insert into client_charges (workspace_id, client_id, delivery_id, number, reference, attempt, outcome, day, weight_kg,
          cash_amount, cash_currency, window_start)
        select d.workspace_id, d.client_id, d.id, d.number, d.reference,
          ${attemptOf}, d.status, (new.at at time zone w.time_zone)::date, d.weight_kg, d.cash_amount, w.currency,
          d.window_start
        from deliveries d join workspaces w on w.id = d.workspace_id
        where d.workspace_id = new.workspace_id and d.id = new.subject_id and d.status in ('delivered', 'failed')
          and exists (select from rate_cards r where r.workspace_id = d.workspace_id and r.client_id = d.client_id)
        on conflict (workspace_id, delivery_id, attempt) do update set outcome = excluded.outcome;
      return null;
    end $$`,
  `create trigger note_client_charge after insert on events
    for each row when (new.client_id is not null and new.type in ('delivery.status_changed', 'delivery.corrected')
      and ${notMoving})
    execute function note_client_charge()`,
  `revoke all on function note_client_charge from public, ${appRole}`,
]
