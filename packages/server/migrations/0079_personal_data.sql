-- owner: member-support
-- What the portal holds about a member is exported and erased by member, login or address.
create index payment_by_member on pay.payment (member_number, trans_no);
create index scheduled_payment_by_member on portal.scheduled_payment (member_number, trans_no);
create index session_of_login on portal.session (login_id, session_id);
create index second_step_of_login on portal.second_step (login_id, step_id);
create index passkey_challenge_of_login on portal.passkey_challenge (login_id) where login_id is not null;
create index message_by_recipient on outbox.message (recipient, id);
