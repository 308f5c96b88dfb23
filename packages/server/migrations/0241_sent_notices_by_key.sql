-- owner: notifications
-- Bill notices compare a window of bills of one day with the notices sent about them: one range of this index.
-- brief lock: large cooperatives create it concurrently before the upgrade, as the changelog says
create index if not exists sent_notice_by_key on portal.sent_notice (topic, dedupe_key, account_number);
