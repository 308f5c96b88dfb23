-- owner: my-profile
-- Staff list the changes that wait for a review, oldest first.
create index profile_change_pending on portal.profile_change (changed_at, account_number, block)
  where is_pending_review;
