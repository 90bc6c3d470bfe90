/** Every expected failure: its HTTP status and the sentence a person reads. The code is part of the public API. */
export const errors = {
  validation_failed: { status: 400, say: 'Some fields are not valid. Correct them and try again.' },
  bad_json: { status: 400, say: 'The request body is not valid JSON.' },
  bad_encoding: { status: 400, say: 'The request body cannot be decompressed. Check its Content-Encoding.' },
  bad_request: { status: 400, say: 'This is not a request that Karta can read. Check how your program sends it.' },
  not_in_batch: {
    status: 400,
    say: 'This cannot be part of a batch. Check its method and path, or call it by itself.',
  },
  batch_refused: { status: 409, say: 'Nothing was done, because one item of the batch was refused.' },
  bad_cursor: { status: 400, say: 'That page no longer exists. Start again from the first page.' },
  event_cursor_unknown: {
    status: 400,
    say: 'The event log has no such place. Read the records again, and go on from the newest cursor.',
  },
  challenge_refused: { status: 400, say: 'The spam check has expired. Send the form again.' },
  not_signed_in: { status: 401, say: 'You are not signed in. Sign in and try again.' },
  session_ended: { status: 401, say: 'Your session has ended. Sign in again.' },
  api_key_unknown: { status: 401, say: 'This API key does not exist. Check that you copied all of it.' },
  api_key_revoked: { status: 401, say: 'This API key was revoked. Use another one.' },
  api_key_expired: { status: 401, say: 'This API key has expired. Use another one.' },
  not_allowed: { status: 403, say: 'Your role does not allow this. Ask an owner or admin of the workspace.' },
  api_key_scope: {
    status: 403,
    say: 'This API key may not do that. Use a key with one of the scopes in the detail, or have an owner or admin add one to it.',
  },
  api_key_address: {
    status: 403,
    say: 'This API key may not be used from this address. The detail has the address that Karta saw; an owner or admin can allow it.',
  },
  api_key_rotated: { status: 401, say: 'This API key was replaced by a newer one. Use that one.' },
  not_your_depot: {
    status: 403,
    say: 'You are limited to certain depots, and this is not one of them. Ask an owner or admin of the workspace.',
  },
  not_for_api_keys: { status: 403, say: 'An API key cannot do this. A member who is signed in can.' },
  app_scope: {
    status: 403,
    say: 'You have not allowed this app to do that. Connect it again, and allow one of the scopes in the detail.',
  },
  method_not_allowed: { status: 405, say: 'Nothing is kept here to be read or ended. Send messages with POST.' },
  origin_not_allowed: { status: 403, say: 'Pages of other sites may not call this. Connect from a program instead.' },
  not_for_apps: { status: 403, say: 'An app cannot do this for you. Sign in to Karta and do it there.' },
  second_factor_required: {
    status: 403,
    say: 'This needs a second factor. Confirm yours to continue, or set one up if you have none yet.',
  },
  recent_sign_in_required: {
    status: 403,
    say: 'Your last sign-in was a while ago. Confirm that it is you, or sign in again.',
  },
  over_tier_limit: {
    status: 403,
    say: 'This is more than your tier allows. See the detail for ways to raise the limit.',
  },
  not_in_tier: { status: 403, say: 'The workspace’s tier does not include this. See the detail for what to do.' },
  payment_overdue: {
    status: 403,
    say: 'A payment is overdue, so nothing new can be planned or dispatched. The owner can pay on the Billing page. Routes under way go on.',
  },
  event_not_genuine: {
    status: 400,
    say: 'This event was not signed with the right key in the last five minutes, so it was not taken.',
  },
  payments_off: {
    status: 409,
    say: 'This server takes no payments. Ask its operator to change the tier.',
  },
  payments_unavailable: {
    status: 503,
    say: 'The payment service cannot be reached at the moment. Nothing was charged. Try again in a minute.',
  },
  payment_refused: { status: 409, say: 'The payment was refused. Use another card, or ask your bank.' },
  already_subscribed: { status: 409, say: 'This workspace is on Standard already. Change its licenses instead.' },
  not_subscribed: { status: 409, say: 'This workspace pays for nothing yet. Choose Standard first.' },
  tier_chosen: {
    status: 409,
    say: 'The tier of this server was chosen already, or is set by its operator. Ask the operator to change it.',
  },
  driver_over_licenses: {
    status: 409,
    say: 'There are more active drivers than licenses. Choose drivers who have one, or have the owner change who has them or add licenses on the Billing page.',
  },
  deliveries_wait: {
    status: 409,
    say: 'This month’s deliveries are used up, so these wait until next month or an upgrade. The owner can upgrade on the Billing page.',
  },
  no_workspace: { status: 403, say: 'You are not a member of that workspace.' },
  // With `workspace`, who did it (`suspended_by`, `suspended_at`), and the names of those to `ask`.
  member_suspended: {
    status: 403,
    say: 'Your access to this workspace is suspended. Ask one of its owners or admins to let you in again.',
  },
  owner_only: { status: 403, say: 'Only an owner may do this to an owner.' },
  owner_grants: { status: 403, say: 'Only an owner may let somebody, or a key, handle prescriptions.' },
  workspace_unnamed: {
    status: 400,
    say: 'The secret key works in no workspace by itself. Add the header Karta-Workspace with the id of one.',
  },
  not_found: { status: 404, say: 'There is nothing at this address.' },
  function_not_found: { status: 404, say: 'There is no function of that name.' },
  delivery_not_found: { status: 404, say: 'That delivery does not exist in this workspace.' },
  webhook_not_found: { status: 404, say: 'That webhook does not exist in this workspace.' },
  webhook_call_not_found: { status: 404, say: 'That call is not in the log, or no longer.' },
  webhook_event_forgotten: { status: 410, say: 'The event log no longer keeps this event.' },
  webhook_off: { status: 409, say: 'This webhook is off. Turn it on first.' },
  too_many_apps: { status: 409, say: 'This workspace has 50 apps, the most it can have. Delete one first.' },
  app_without_secret: { status: 409, say: 'A public app has no secret. It proves itself with PKCE.' },
  too_many_webhooks: { status: 409, say: 'This workspace has 20 webhooks, the most it can have. Delete one first.' },
  photo_not_found: { status: 404, say: 'There is no such photo, or it has not arrived yet.' },
  address_not_found: { status: 404, say: 'That address is not in this workspace’s address book.' },
  learned_not_found: { status: 404, say: 'That was not learned in this workspace, or is known no more.' },
  learned_needs_pin: { status: 409, say: 'Nobody knows yet where this address is. Add it to the address book first.' },
  driver_not_found: { status: 404, say: 'That driver does not exist in this workspace.' },
  tracker_not_found: { status: 404, say: 'That tracker does not exist in this workspace.' },
  tracker_unknown: {
    status: 401,
    say: 'No tracker has this device identifier. Enter the one that was shown when the tracker was added.',
  },
  too_many_trackers: { status: 409, say: 'This driver has as many trackers as there may be. Revoke one first.' },
  vehicle_not_found: { status: 404, say: 'That vehicle does not exist in this workspace.' },
  depot_not_found: { status: 404, say: 'That depot does not exist in this workspace.' },
  day_off_not_found: { status: 404, say: 'That day off does not exist in this workspace.' },
  holiday_not_found: { status: 404, say: 'That holiday does not exist in this workspace.' },
  maintenance_not_found: { status: 404, say: 'That maintenance does not exist in this workspace, or comes no more.' },
  work_order_not_found: { status: 404, say: 'That work order does not exist in this workspace.' },
  document_not_found: { status: 404, say: 'That document does not exist in this workspace.' },
  document_file_missing: {
    status: 409,
    say: 'That file is not in the bucket of documents. Upload it first, and send the name that it has there.',
  },
  fuel_entry_not_found: { status: 404, say: 'That fuel entry does not exist in this workspace.' },
  reading_not_found: { status: 404, say: 'That reading of an odometer does not exist in this workspace.' },
  territory_not_found: { status: 404, say: 'That territory does not exist in this workspace.' },
  custom_field_not_found: { status: 404, say: 'That field does not exist in this workspace.' },
  client_not_found: { status: 404, say: 'That client does not exist in this workspace.' },
  member_not_found: { status: 404, say: 'That member does not belong to this workspace.' },
  sandbox_not_found: { status: 404, say: 'This workspace has no sandbox yet. Its first test key makes one.' },
  app_not_found: { status: 404, say: 'That app does not exist in this workspace.' },
  app_grant_not_found: { status: 404, say: 'That app is not allowed anything here, or no longer.' },
  api_key_not_found: { status: 404, say: 'That API key does not exist in this workspace.' },
  invitation_not_found: { status: 404, say: 'That invitation does not exist in this workspace.' },
  invitation_unknown: {
    status: 404,
    say: 'This link leads to no invitation. Check that you copied all of it, or ask for a new one.',
  },
  session_not_found: { status: 404, say: 'That session does not exist, or has already ended.' },
  invitation_withdrawn: {
    status: 410,
    say: 'This invitation was withdrawn. Ask whoever invited you for a new one.',
  },
  invitation_expired: { status: 410, say: 'This invitation has expired. Ask whoever invited you to send it again.' },
  invitation_used: {
    status: 409,
    say: 'Somebody has already accepted this invitation. If that was you, sign in. Otherwise, ask for a new one.',
  },
  invitation_for_other_address: {
    status: 403,
    say: 'This invitation is for another email address. Sign in with that one, or ask for an invitation to yours.',
  },
  invitation_sent_recently: {
    status: 429,
    say: 'This invitation was sent a moment ago. Wait a minute before you send it again.',
  },
  invitation_needs_account: {
    status: 409,
    say: 'This invitation needs an account. Sign in, or create one.',
  },
  driver_has_account: {
    status: 409,
    say: 'This driver already has an account, and signs in with it. To change it, cut the tie first.',
  },
  driver_code_used: { status: 409, say: 'This code has already signed a phone in. Ask for a new one.' },
  driver_code_expired: { status: 410, say: 'This code no longer works. Codes last 5 minutes; ask for a new one.' },
  texts_not_set_up: {
    status: 409,
    say: 'This server cannot send texts. Copy the link and send it yourself, or show the QR code.',
  },
  operation_not_found: { status: 404, say: 'That operation does not exist in this workspace, or has expired.' },
  day_ahead: { status: 409, say: 'This day has not begun yet, so there is nothing to play. Rehearse it instead.' },
  rehearsal_not_found: { status: 404, say: 'That rehearsal does not exist in this workspace, or was deleted.' },
  rehearsal_ended: { status: 409, say: 'This rehearsal has already ended, so there is nothing to cancel.' },
  nothing_to_rehearse: { status: 409, say: 'This plan has no stops to rehearse. Plan a day with deliveries first.' },
  too_many_rehearsals: {
    status: 409,
    say: 'Three rehearsals of this workspace wait or run already. Wait for one to end, or cancel it.',
  },
  nothing_without_day: { status: 409, say: 'No order waits without a day.' },
  wave_not_found: { status: 404, say: 'That wave does not exist in this workspace.' },
  duplicate_wave: { status: 409, say: 'Another wave has this name. Choose another one.' },
  too_many_waves: { status: 409, say: 'This workspace has 20 waves, the most it can have. Delete one first.' },
  report_not_found: { status: 404, say: 'That report does not exist in this workspace.' },
  duplicate_report: { status: 409, say: 'Another report has this name. Choose another one.' },
  too_many_reports: { status: 409, say: 'This workspace has 100 reports, the most it can have. Delete one first.' },
  report_not_scheduled: { status: 409, say: 'Set first when this report is mailed, and to whom.' },
  report_needs_member: {
    status: 403,
    say: 'A report is mailed with the rights of a member. Sign in as one, instead of using an API key.',
  },
  too_many_sendings: { status: 429, say: 'This report was sent 10 times within an hour. Try again later.' },
  recurring_order_not_found: { status: 404, say: 'That recurring order does not exist in this workspace.' },
  standing_route_not_found: { status: 404, say: 'That standing route does not exist in this workspace.' },
  duplicate_standing_route: { status: 409, say: 'Another standing route has this name. Choose another one.' },
  too_many_recurring_orders: {
    status: 409,
    say: 'This workspace has 2,000 recurring orders, the most it can have. End one first.',
  },
  route_not_found: { status: 404, say: 'That route does not exist in this workspace.' },
  route_not_dispatched: { status: 409, say: 'Dispatch the plan first. Then its drivers can get their routes.' },
  route_link_ended: {
    status: 410,
    say: 'This link no longer works: the route was taken back, is over, or has a new link. Ask your dispatcher.',
  },
  tracking_link_ended: {
    status: 404,
    say: 'This link has ended, or is not complete. Ask the sender for a new one.',
  },
  not_offered: {
    status: 409,
    say: 'This cannot be changed here, or not any more. Write to the sender instead.',
  },
  pin_too_far: {
    status: 422,
    say: 'This is too far from the address. Write to the sender if the address is wrong.',
  },
  logo_not_found: {
    status: 404,
    say: 'There is no such logo. Upload it to the bucket “avatars” first, into your own folder.',
  },
  too_much_to_print: { status: 413, say: 'That is too much for one print. Choose fewer deliveries, such as one day.' },
  plan_not_found: { status: 404, say: 'That plan does not exist in this workspace.' },
  upload_not_found: { status: 404, say: 'That upload does not exist, or has expired. Start it again.' },
  upload_offset: { status: 409, say: 'The upload is at another position. Ask where it is, and go on from there.' },
  delivery_state: {
    status: 409,
    say: 'The delivery’s status no longer allows this. Reload it to see where it stands.',
  },
  nothing_to_correct: {
    status: 409,
    say: 'There is nothing to correct. A status can be corrected once the driver is on the way, or the delivery has ended.',
  },
  delivery_on_route: {
    status: 409,
    say: 'The delivery is on a planned or running route. Take it off the route first, or take the plan back.',
  },
  no_such_place: {
    status: 409,
    say: 'The delivery has no such place: it is picked up at a depot, or has no pickup address.',
  },
  alias_taken: { status: 409, say: 'That address already means another depot.' },
  order_too_large: { status: 409, say: 'An order has at most 20 deliveries.' },
  parcel_code_taken: { status: 409, say: 'A parcel of another open delivery has this code.' },
  delivery_not_ended: {
    status: 409,
    say: 'The delivery is still to be made. Cancel it first, or wait until it has ended.',
  },
  recipient_not_found: {
    status: 404,
    say: 'Nothing is stored about this person any more. Search again.',
  },
  recipient_has_open_deliveries: {
    status: 409,
    say: 'Some deliveries of this person have not ended. Cancel them first, or wait until they have ended.',
  },
  recipient_changed: {
    status: 409,
    say: 'There is more or less about this person than you were shown. Look at it again before you erase it.',
  },
  erasure_not_found: { status: 404, say: 'That erasure does not exist in this workspace.' },
  delivery_erased: { status: 409, say: 'The delivery’s personal data was erased, so it cannot be changed any more.' },
  prescription_not_found: { status: 404, say: 'The delivery has no prescription, or it was erased.' },
  cannot_undo: { status: 409, say: 'This cannot be undone, because it was changed again in the meantime.' },
  duplicate_reference: { status: 409, say: 'Another delivery from the same source already has this reference.' },
  duplicate_address: { status: 409, say: 'The address book already has this address or spelling.' },
  duplicate_custom_field: { status: 409, say: 'Another field already has this key.' },
  too_many_custom_fields: {
    status: 409,
    say: 'A workspace has at most 50 fields of its own, archived ones included.',
  },
  duplicate_client: { status: 409, say: 'Another client already has this name.' },
  duplicate_maintenance: { status: 409, say: 'This vehicle already has maintenance of that name.' },
  duplicate_fuel_entry: { status: 409, say: 'There is an entry of this card or vehicle at that time already.' },
  duplicate_work_order: { status: 409, say: 'There is an open work order for these defects already.' },
  work_order_ended: {
    status: 409,
    say: 'That work order is done or canceled, so its state and days stay. Make a new one.',
  },
  odometer_doubtful: {
    status: 409,
    say: 'That reading does not fit the others. Correct it, or say why it is right all the same.',
  },
  duplicate_territory: { status: 409, say: 'Another territory already has this name.' },
  saved_view_not_found: { status: 404, say: 'That view does not exist, or is not shared with you.' },
  duplicate_saved_view: { status: 409, say: 'You already have a view with this name.' },
  transfer_not_found: { status: 404, say: 'That transfer does not exist in this workspace.' },
  transfer_state: { status: 409, say: 'That transfer has gone on since. Look at it again.' },
  transfer_empty: { status: 409, say: 'Nothing is on this transfer. Put deliveries on it, or cancel it.' },
  transfer_goes_on: {
    status: 409,
    say: 'Some of its deliveries have gone on since, so this cannot be taken back.',
  },
  driver_on_transfer: {
    status: 409,
    say: 'The driver is on another transfer at that time. Choose another driver or time.',
  },
  goods_not_arrived: {
    status: 409,
    say: 'Goods of this plan are not at the depot yet. Dispatch it all the same, or wait for their transfer.',
  },
  pay_rule_not_found: { status: 404, say: 'That pay rule does not exist in this workspace.' },
  duplicate_pay_rule: { status: 409, say: 'There is a rule from that day already. Delete it first.' },
  too_many_pay_rules: { status: 409, say: 'A workspace has at most 2,000 pay rules. Delete old ones.' },
  rate_card_not_found: { status: 404, say: 'That rate card does not exist in this workspace.' },
  rate_cards_overlap: {
    status: 409,
    say: 'Another rate card of this client is valid in that period. End it the day before this one begins.',
  },
  too_many_rate_cards: { status: 409, say: 'A client has at most 500 rate cards.' },
  rate_card_ends_first: { status: 422, say: 'The last day is before the first.' },
  rate_card_used: {
    status: 409,
    say: 'Deliveries were charged by this rate card. Only its last day can be changed, to the last charged day or later. For other prices, end it and add another.',
  },
  client_invoice_not_found: { status: 404, say: 'That invoice does not exist, or is not yours.' },
  month_ahead: { status: 409, say: 'That month has not begun. Choose this month or an earlier one.' },
  nothing_to_invoice: {
    status: 409,
    say: 'Nothing is left to invoice until the end of that month. What is on an invoice already is not invoiced again.',
  },
  nothing_to_credit: {
    status: 409,
    say: 'These charges are not on this invoice, or a credit note took them back already.',
  },
  mail_in_not_offered: {
    status: 409,
    say: 'This installation takes no orders by mail. Its operator turns that on with MAIL_IN_URL.',
  },
  mail_in_no_senders: { status: 409, say: 'Say first from whom orders are taken by mail.' },
  import_mapping_not_found: { status: 404, say: 'That mapping does not exist in this workspace.' },
  duplicate_import_mapping: { status: 409, say: 'Another mapping already has this name.' },
  duplicate_holiday: { status: 409, say: 'That day is a holiday already.' },
  // With the `first_day` and `last_day` of the absence that is in the way.
  day_off_overlaps: {
    status: 409,
    say: 'The driver already has a day off then. Choose other days, or delete the one that is there first.',
  },
  duplicate_code: { status: 409, say: 'Another vehicle already has this code.' },
  vehicle_taken: { status: 409, say: 'That vehicle already has a driver. Choose another one or free it first.' },
  member_taken: { status: 409, say: 'That member already is another driver. Free the account there first.' },
  last_owner: {
    status: 409,
    say: 'The workspace would have no owner. Hand over ownership first, or delete the workspace with your account.',
  },
  own_role: { status: 409, say: 'You cannot change your own role. Ask another owner or admin.' },
  own_membership: { status: 409, say: 'You cannot suspend or remove yourself. Leave the workspace instead.' },
  role_changed: {
    status: 409,
    say: 'Your own role or access was changed a moment ago, so nothing was done. Look at what you may do now.',
  },
  offer_not_open: {
    status: 409,
    say: 'This offer is no longer open: it was withdrawn, answered, replaced, or has expired.',
  },
  offer_not_possible: {
    status: 409,
    say: 'Ownership can be offered to an active member who is not an owner yet. Choose another one.',
  },
  vehicle_inactive: { status: 409, say: 'That vehicle is inactive. Choose another one, or activate this one first.' },
  driver_inactive: { status: 409, say: 'That driver is inactive. Choose another one, or activate this one first.' },
  client_inactive: { status: 409, say: 'That client is inactive. Choose another one, or activate this one first.' },
  own_client_inactive: {
    status: 409,
    say: 'Your company is not an active client here any more. Ask those who deliver for you.',
  },
  client_too_late: {
    status: 409,
    say: 'This delivery is already planned or on its way. Ask those who deliver it to change it.',
  },
  depot_inactive: { status: 409, say: 'That depot is inactive. Choose another one, or activate this one first.' },
  depot_has_transfers: {
    status: 409,
    say: 'Transfers still come to this depot or leave from it. Finish or cancel them first.',
  },
  depot_has_deliveries: {
    status: 409,
    say: 'This depot still has open deliveries. Move them to another depot first.',
  },
  driver_of_other_depot: {
    status: 409,
    say: 'A chosen driver belongs to another depot. Choose drivers of the plan’s depot.',
  },
  depot_in_use: { status: 409, say: 'This is the only active depot. Add or activate another one first.' },
  events_forgotten: {
    status: 410,
    say: 'Events after this one were forgotten. Read the records again, and go on from the oldest or the newest cursor.',
  },
  plan_not_draft: {
    status: 409,
    say: 'This plan is no longer a draft, so it cannot be approved. Reload it to see where it stands.',
  },
  operation_ended: { status: 409, say: 'This operation has already ended, so there is nothing to cancel.' },
  plan_not_approved: { status: 409, say: 'Approve the plan before you dispatch it.' },
  plan_dispatched: { status: 409, say: 'This plan has been dispatched already. Its drivers have their routes.' },
  plan_not_running: { status: 409, say: 'This plan is no longer being calculated.' },
  plan_running: { status: 409, say: 'This plan is still being calculated. Wait until it is done, or cancel it.' },
  plan_cannot_be_taken_back: {
    status: 409,
    say: 'This plan is neither approved nor dispatched, so there is nothing to take back.',
  },
  plan_is_revision: {
    status: 409,
    say: 'This plan revises another one, or is a scenario. Take it over first; it is not driven by itself.',
  },
  plan_not_revision: { status: 409, say: 'This plan revises no other one, so there is nothing to take over.' },
  not_scenario: { status: 409, say: 'Only a scenario has a name.' },
  revision_conflict: {
    status: 409,
    say: 'The plan was changed since this was calculated. Take what does not collide, or optimize again.',
  },
  revision_over: { status: 409, say: 'This revision was taken or discarded already. Optimize again.' },
  plan_other_day: { status: 409, say: 'The plan that you want to optimize anew is of another day.' },
  route_has_begun: { status: 409, say: 'A driver who is on the road already cannot be left out.' },
  plan_not_changeable: {
    status: 409,
    say: 'Only a draft, approved or dispatched plan can be changed. Reload it to see where it stands.',
  },
  nothing_to_publish: {
    status: 409,
    say: 'None of the unpublished changes fits the plan as it is by now. Drop them, or do them in another way.',
  },
  too_many_unpublished: {
    status: 409,
    say: 'A plan keeps at most 200 unpublished changes. Publish or discard them first.',
  },
  plan_change_not_found: { status: 404, say: 'That change is not in the plan’s history.' },
  stop_not_found: {
    status: 409,
    say: 'These are not the stops of the route as it is by now. Reload the plan, and try again.',
  },
  delivery_not_on_plan: { status: 409, say: 'That delivery is on no route of this plan.' },
  driver_is_ahead: {
    status: 409,
    say: 'The driver has already passed that place of the route. Choose a later one.',
  },
  pickup_after_delivery: {
    status: 409,
    say: 'A delivery cannot come before its own pickup. Put the pickup first.',
  },
  arrangement_incomplete: {
    status: 409,
    say: 'Each delivery of the rearranged routes needs one place, or has to be taken off. Reload the plan.',
  },
  nothing_on_road: {
    status: 409,
    say: 'No plan of the delivery’s day is on the road. Plan and dispatch it as usual.',
  },
  fits_nowhere: {
    status: 409,
    say: 'The delivery fits on no route of this plan. Choose a route to put it there all the same.',
  },
  slots_off: { status: 409, say: 'Slots are not offered at the moment.' },
  order_page_not_found: { status: 404, say: 'There is no such order page, or it is closed.' },
  order_page_taken: {
    status: 409,
    say: 'Another workspace already has this name for its order page. Choose another one.',
  },
  order_page_unnamed: { status: 422, say: 'Choose a name for the order page before you turn it on.' },
  pickup_place_not_found: { status: 404, say: 'That pickup place does not exist, or is not yours.' },
  pickup_place_inactive: { status: 409, say: 'That pickup place is inactive. Choose another one, or activate it.' },
  duplicate_pickup_place: { status: 409, say: 'Another pickup place has this name.' },
  pickup_place_has_deliveries: {
    status: 409,
    say: 'Orders are still to be picked up there. Give them another pickup or cancel them, then try again.',
  },
  pickup_place_of_other_client: {
    status: 422,
    say: 'This pickup place is another client’s. Choose one of the order’s own client.',
  },
  pickup_place_kind: { status: 422, say: 'Only deliveries are picked up at a pickup place, not returns or exchanges.' },
  pickup_slots_full: {
    status: 409,
    say: 'All pickup slots in which this order would be on time are full. The detail has the next free one.',
  },
  pickup_place_closed: {
    status: 422,
    say: 'The pickup place is closed when this order would be ready. The detail has when it is open.',
  },
  preparation_too_late: {
    status: 422,
    say: 'The order would be ready too late for its delivery window. Shorten the preparation or widen the window.',
  },
  preparation_not_found: { status: 404, say: 'This delivery is not picked up at a pickup place on a day.' },
  preparation_over: { status: 409, say: 'This order has left the kitchen, or was canceled.' },
  preparation_changed: {
    status: 409,
    say: 'Somebody changed this order in the meantime. Look at it again, and then decide.',
  },
  ready_before_ordered: { status: 422, say: 'The order cannot have been ready before it was placed. Check the time.' },
  slot_outside: { status: 422, say: 'This address is outside of the area where slots are offered.' },
  slot_off_road: {
    status: 422,
    say: 'No road leads to this place. Check the address, or move the pin to where a vehicle can stop.',
  },
  slot_address_unknown: { status: 422, say: 'This address was not found. Check it, or set its position on the map.' },
  slot_too_large: {
    status: 422,
    say: 'No vehicle can bring this: it is too large or too heavy, or needs something that none has.',
  },
  slot_not_offered: { status: 422, say: 'This window is not offered on that day. Ask for the slots again.' },
  slot_taken: { status: 409, say: 'This slot has just been taken. Choose another one.' },
  slot_hold_not_found: { status: 404, say: 'That held slot does not exist.' },
  slot_hold_ended: { status: 409, say: 'The slot is not held any more, since its time was over. Choose a slot again.' },
  too_many_slot_holds: { status: 409, say: 'Too many slots are held at the moment. Try again in some minutes.' },
  slot_delivery_moving: {
    status: 409,
    say: 'The delivery is on its way or over, so its window cannot change any more.',
  },
  no_position: { status: 409, say: 'The delivery has no position on the map yet. Set it first.' },
  plan_outdated: {
    status: 409,
    say: 'Some of its deliveries were changed, deleted or planned elsewhere. Optimize again.',
  },
  nothing_to_plan: { status: 409, say: 'There are no pending deliveries on that day.' },
  day_over: { status: 409, say: 'That day is over. Move its deliveries to today or later, and plan that day.' },
  cannot_combine: {
    status: 409,
    say: 'Some of the day’s drivers, deliveries and settings cannot be planned together. Change one of them.',
  },
  shifts_over: {
    status: 409,
    say: 'The chosen drivers have no working time left today. Plan another day, or choose a driver whose shift ends later.',
  },
  no_drivers: { status: 409, say: 'Choose at least one active driver.' },
  no_depot: { status: 409, say: 'Add a depot first. Routes start and end there.' },
  sample_data_loaded: { status: 409, say: 'This workspace already has deliveries, so the sample data was not added.' },
  sandbox_inside: {
    status: 409,
    say: 'This is a sandbox. Its keys and members are those of the workspace that it belongs to.',
  },
  sandbox_closed: {
    status: 403,
    say: 'Nothing leaves a sandbox. Do this in the workspace that it belongs to.',
  },
  api_key_ended: {
    status: 409,
    say: 'This API key was revoked or has expired, so it cannot be changed. Create another one.',
  },
  api_key_rotating: {
    status: 409,
    say: 'The old secret of this API key still works, because it was rotated before. End that one first, or wait until it ends.',
  },
  integration_not_set_up: {
    status: 409,
    say: 'This shop system is not available here yet. Import its orders from a file, or ask us to turn it on.',
  },
  integration_not_connected: { status: 409, say: 'No shop is connected. Connect one first.' },
  shop_not_genuine: { status: 401, say: 'This was not signed by the shop.' },
  plugin_not_genuine: {
    status: 401,
    say: 'The key of this shop is wrong, or the clock of the shop is. Make a new key in Karta under Integrations, WooCommerce, and enter it in the plugin.',
  },
  integration_connected: { status: 409, say: 'A shop is already connected. Disconnect it before you connect another.' },
  connection_expired: {
    status: 409,
    say: 'This connection attempt has expired or was started by someone else. Connect again.',
  },
  own_second_factor_first: {
    status: 409,
    say: 'Sign in with your own second factor first. Otherwise you would lock yourself out.',
  },
  version_conflict: {
    status: 412,
    say: 'Somebody else changed this after you opened it. Look at it as it is now, and decide again.',
  },
  idempotency_key_reused: {
    status: 422,
    say: 'This Idempotency-Key was already used for a different request. Use a new key.',
  },
  too_many_deliveries: {
    status: 422,
    say: 'More than 5,000 deliveries match. Narrow the filter, for example to one day, and repeat.',
  },
  too_many_copies: {
    status: 422,
    say: 'At most 2,000 copies are made at once. Choose fewer deliveries, days or copies of each.',
  },
  recipient_too_large: {
    status: 422,
    say: 'More than 20,000 deliveries match. Choose fewer spellings at once.',
  },
  problem_unusable: {
    status: 422,
    say: 'This problem cannot be solved as it is. See the list of fields.',
  },
  logo_unfit: {
    status: 422,
    say: 'A logo is a PNG or JPEG picture of at most 500 KB and 2,000 pixels a side. Choose another file.',
  },
  range_not_satisfiable: { status: 416, say: 'The file is shorter than the part you asked for.' },
  request_timeout: { status: 408, say: 'The request did not arrive in time. Send it again.' },
  too_large: { status: 413, say: 'The request is too large. Split it into smaller ones.' },
  object_too_large: { status: 413, say: 'The file is larger than allowed. Send a smaller one.' },
  unsupported_media_type: { status: 415, say: 'Send JSON, with Content-Type: application/json.' },
  unsupported_encoding: {
    status: 415,
    say: 'Send the body as it is, or compressed with gzip, deflate or br, and name that in Content-Encoding.',
  },
  expectation_failed: { status: 417, say: 'The only Expect header that Karta supports is 100-continue.' },
  headers_too_large: { status: 431, say: 'The headers are larger than 16 kB. Send fewer or shorter ones.' },
  rate_limited: { status: 429, say: 'Too many requests. Wait a moment and try again.' },
  // With status 429 where it renews, and `renews_at` and `Retry-After` say when. `detail` has the numbers in words.
  quota_reached: {
    status: 403,
    say: 'This would exceed one of the workspace’s quotas. The detail names it; nothing was changed.',
  },
  no_driver_record: {
    status: 409,
    say: 'Your account is not linked to a driver. Ask a dispatcher to link it.',
  },
  device_not_found: {
    status: 404,
    say: 'That phone is not registered, or belongs to somebody else. Register it again, under a new ID.',
  },
  too_many_held: {
    status: 409,
    say: 'This phone has sent as much as can wait for a decision. Ask a dispatcher to accept or discard it.',
  },
  vehicle_check_not_found: { status: 404, say: 'That vehicle check does not exist, or is not yours.' },
  device_taken: {
    status: 409,
    say: 'That ID belongs to another phone, or had another key. Register this one under a new ID.',
  },
  device_revoked: { status: 403, say: 'This phone was revoked. Ask a dispatcher.' },
  excursion_not_found: { status: 404, say: 'That excursion does not exist, or is not yours to see.' },
  hand_in_not_found: { status: 404, say: 'Nobody handed that in, or it is not yours to see.' },
  hand_in_confirmed: { status: 409, say: 'Somebody has counted that already.' },
  cash_reason_needed: { status: 400, say: 'Say why the amount counted differs from what the driver handed in.' },
  message_not_found: { status: 404, say: 'That message does not exist, or is not yours.' },
  nobody_on_shift: { status: 409, say: 'Nobody is on shift. Choose drivers to write to.' },
  too_many_drivers: { status: 409, say: 'Those are too many drivers for one message. Choose fewer.' },
  texts_not_available: {
    status: 409,
    say: 'This server cannot send texts. Ask its operator to set up a provider.',
  },
  too_many_browsers: {
    status: 409,
    say: 'Too many browsers get notifications about this delivery. Turn them off in another one.',
  },
  notification_not_found: { status: 404, say: 'That message does not exist, or is not yours.' },
  notification_on_its_way: { status: 409, say: 'This message is on its way or has arrived, so it is not sent again.' },
  recipient_not_reachable: {
    status: 409,
    say: 'The recipient cannot get this: there is no valid phone number or address, or they asked for no more messages.',
  },
  consent_not_found: { status: 404, say: 'Nobody noted that consent, or it is not yours.' },
  suppression_not_found: { status: 404, say: 'That address is not on the list, or is not yours.' },
  alert_not_found: { status: 404, say: 'That alert does not exist, or is not yours.' },
  push_subscription_not_found: {
    status: 404,
    say: 'This browser is not subscribed to notifications, or it is not yours.',
  },
  push_endpoint_refused: {
    status: 400,
    say: 'Notifications go to public https addresses only. Subscribe with a browser again.',
  },
  entry_gap: {
    status: 409,
    say: 'Entries before these are missing. Send them from next_sequence on.',
  },
  entry_not_genuine: {
    status: 409,
    say: 'The log does not fit what arrived before, or was not signed with the phone’s key. Register the phone under a new ID, and send what was not taken as a new log.',
  },
  quota_exceeded: {
    status: 429,
    say: 'This workspace has used all of its API requests for this month. Wait until next month, or move to a higher tier.',
  },
  too_many_operations: {
    status: 429,
    say: 'This workspace has as many operations running as its tier allows. Wait for one to end, or cancel one.',
  },
  too_many_plans: {
    status: 429,
    say: 'This workspace has as many plans waiting or being calculated as its tier allows. Wait for one to end, or cancel one.',
  },
  optimizer_busy: {
    status: 503,
    say: 'Too many problems are waiting to be optimized. Try again after the number of seconds in Retry-After.',
  },
  function_timed_out: { status: 504, say: 'The function did not answer in time. Ask for less, or try again later.' },
  server_busy: {
    status: 503,
    say: 'Too many large requests are arriving at once. Try again after the number of seconds in Retry-After.',
  },
  storage_full: {
    status: 503,
    say: 'The server’s disk is almost full, so nothing can be added. Reading, deleting and canceling still work. Tell the operator of the server.',
  },
  storage_unavailable: {
    status: 503,
    say: 'The server cannot reach the place where files are stored. Try again in a moment.',
  },
  object_missing: {
    status: 503,
    say: 'The content of this file is missing on the server. Tell the operator, who may have a backup.',
  },
  not_served_here: {
    status: 503,
    say: 'This server has other work. Whoever operates it should send such calls to a server with the role in the detail.',
  },
  internal: {
    status: 500,
    say: 'Something went wrong on our side. Try again, and give us the request ID if it keeps happening.',
  },
  took_too_long: {
    status: 503,
    say: 'This took too long and was stopped. Nothing has changed. Try again later, or ask for less, such as fewer days.',
  },
  workspace_export_running: {
    status: 409,
    say: 'A file with everything of this workspace is being written. Wait until it is ready, or stop it first.',
  },
  workspace_export_not_found: { status: 404, say: 'This file does not exist, or its time is over. Ask for a new one.' },
  workspace_export_not_ready: { status: 409, say: 'There is no file to download yet, or not any more.' },
  sandbox_not_exported: { status: 409, say: 'A sandbox holds tests only and is not exported. Export its workspace.' },
  workspace_frozen: {
    status: 503,
    say: 'This workspace is being moved, so nothing in it can be changed for a while. What drivers’ phones note is kept and sent later.',
  },
  unavailable: {
    status: 503,
    say: 'Karta is restarting or cannot reach its database. Try again in a moment.',
  },
} as const

export type ErrorCode = keyof typeof errors

/** A wrong value: where it is (dotted path) and why, in words for a person. */
export type FieldProblem = { path: string; message: string }

/** An expected failure; `http/errors.ts` turns it into a problem document, the browser into a sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: Record<string, unknown>

  constructor(code: ErrorCode, detail: Record<string, unknown> = {}) {
    super(errors[code].say)
    this.name = 'AppError'
    this.code = code
    this.detail = detail
  }
}
