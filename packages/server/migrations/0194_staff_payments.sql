-- owner: payments
-- Staff find payments and settle alarms in the console.
create index payment_by_request on pay.payment (requested_at desc, trans_no desc);
create index payment_by_confirmation on pay.payment (confirmation_number) where confirmation_number is not null;
-- Staff ask the provider for one refund at a time.
alter table pay.payment add column refund_asked_at timestamptz;
-- Who settled an alarm, and why; null when a decision about its payment did, and for alarms of former versions.
alter table pay.alarm add column settled_by text;
alter table pay.alarm add column settle_reason text;
create index alarm_open_by_age on pay.alarm (id) where settled_at is null;
create index alarm_settled on pay.alarm (settled_at desc, id desc) where settled_at is not null;
