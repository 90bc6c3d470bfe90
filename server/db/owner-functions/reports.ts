import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** Mailing the reports of all workspaces. */
export const reportFunctions: Record<string, string> = {
  // Reports that have a schedule, with when each was due last.
  scheduled_reports: `create function scheduled_reports() returns table (workspace_id uuid, id uuid, time_zone text,
      schedule jsonb, armed_at timestamptz, last_due_at timestamptz)
    language sql stable ${asOwner} as $$
      select r.workspace_id, r.id, w.time_zone, r.schedule, r.armed_at,
          (select max(s.due_at) from report_sendings s where s.report_id = r.id)
        from reports r join workspaces w on w.id = r.workspace_id
        where r.schedule is not null and r.stopped_at is null and r.deleted_at is null and w.sandbox_of is null
          and ${notFrozen('r')} order by r.id
    $$`,

  // Forgets reports that were deleted by then, in all workspaces, with their sendings.
  forget_reports: `create function forget_reports(deleted_before timestamptz) returns bigint
    language sql volatile ${asOwner} as $$
      with gone as (delete from reports r where r.deleted_at <= deleted_before returning 1) select count(*) from gone
    $$`,

  // Which of these mails the mail server refused, and why. Mails belong to no workspace, so the caller names them.
  failed_mails: `create function failed_mails(ids uuid[]) returns table (id uuid, failure text)
    language sql stable ${asOwner} as $$
      select m.id, m.failure from site.mails m where m.id = any(ids) and m.state = 'failed'
    $$`,
}
