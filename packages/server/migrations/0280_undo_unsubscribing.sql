-- owner: notifications
-- When the link turned emails off. The page offers to undo that while the choice has not been changed since.
alter table portal.unsubscribe_link add column ended_at timestamptz;
