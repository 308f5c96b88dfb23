-- owner: drafts
-- What the member agreed to when the draft was set up: the words beside the checkbox, and when.
alter table portal.draft add column authorized_text text, add column authorized_at timestamptz;
-- The same for drafts that wait for the provider; their time is requested_at.
alter table portal.draft_request add column authorized_text text;
