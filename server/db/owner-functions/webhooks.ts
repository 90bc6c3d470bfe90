import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** Sending webhooks of all workspaces. These return ids; the work then happens in each workspace. */
export const webhookFunctions: Record<string, string> = {
  // Endpoints whose workspace's log has grown since it was read for them.
  webhooks_behind: `create function webhooks_behind(most integer) returns table (workspace_id uuid, endpoint_id uuid)
    language sql stable ${asOwner} as $$
      select p.workspace_id, p.endpoint_id from webhook_progress p
        join webhook_endpoints e on e.id = p.endpoint_id and e.active
        join event_heads h on h.workspace_id = p.workspace_id and h.position > p.position
        where ${notFrozen('p')}
        order by p.position limit most
    $$`,

  /*
   * Takes calls whose time has come, of each endpoint at most so many at the same time, so that a slow one holds up no
   * other. One that keeps failing gets a single call, to see whether it works again.
   */
  claim_webhook_calls: `create function claim_webhook_calls(moment timestamptz, each integer, most integer, in_a_row integer)
    returns table (workspace_id uuid, id uuid)
    language sql volatile ${asOwner} as $$
      update webhook_calls c set state = 'sending', claimed_at = moment, attempts = c.attempts + 1
        where c.id = any(array(
          select due.id from webhook_progress p
            join webhook_endpoints e on e.id = p.endpoint_id and e.active
            cross join lateral (
              select count(*) as count from webhook_calls s where s.endpoint_id = p.endpoint_id and s.state = 'sending') busy
            cross join lateral (
              select d.id from webhook_calls d
                where d.endpoint_id = p.endpoint_id and d.state = 'waiting' and d.is_next and d.send_after <= moment
                order by d.send_after, d.number
                limit greatest(0, case when p.failures >= in_a_row then 1 else each end - busy.count)
                for update skip locked) due
            where p.try_after <= moment and ${notFrozen('p')} limit most))
        returning c.workspace_id, c.id
    $$`,

  // Calls whose server died while it sent them: they go out again.
  release_webhook_calls: `create function release_webhook_calls(before timestamptz) returns bigint
    language sql volatile ${asOwner} as $$
      with released as (
        update webhook_calls c set state = 'waiting', claimed_at = null
          where c.state = 'sending' and c.claimed_at < before and c.endpoint_id = any(array(select p.endpoint_id from webhook_progress p))
          returning 1)
      select count(*) from released
    $$`,

  // Forgets calls that ended before then, with their answers.
  forget_webhook_calls: `create function forget_webhook_calls(before timestamptz, most integer) returns bigint
    language sql volatile ${asOwner} as $$
      with gone as (delete from webhook_calls where id = any(array(
        select c.id from webhook_calls c where c.created_at < before and c.state in ('sent', 'undelivered', 'replayed')
          order by c.created_at limit most)) returning 1)
      select count(*) from gone
    $$`,
}
