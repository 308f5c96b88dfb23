-- owner: staff-sign-in
-- Finds the session of a browser in which staff sign in again.
-- brief lock: the table has a row for each sign-in of staff in 90 days
create index staff_session_by_cookie on portal.staff_session (cookie_hash);
