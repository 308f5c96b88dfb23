-- owner: member-support
-- What a member did is exported and erased with the member, also on an account that another member holds now.
-- brief lock: the table has the requests of 400 days.
create index service_request_by_member on portal.service_request (member_number);
-- brief lock: the table has the readings that members sent in 400 days.
create index meter_reading_by_member on portal.meter_reading (member_number);
-- brief lock: the table has the photos of 90 days, and the pictures are stored apart.
create index meter_reading_photo_by_member on portal.meter_reading_photo (member_number);
-- brief lock: the table has the reports of 90 days.
create index outage_report_by_member on portal.outage_report (member_number);
-- brief lock: the table has at most a row for each account.
create index usage_alert_by_member on portal.usage_alert (member_number);
-- brief lock: the table has the grants of 30 days.
create index quick_pay_grant_by_member on portal.quick_pay_grant (member_number);
