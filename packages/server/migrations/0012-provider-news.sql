-- owner: payments
-- News that a provider sent without saying what changed: reasons to look. One that is done stays for some days, so that the same news is
-- known when the provider repeats it.
create table pay.provider_notice (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's own id of the news.
  notice_id text not null,
  about text not null check (about in ('payment', 'reference', 'method-request')),
  -- By `about`: the number of a payment, the provider's name of something, our reference of a request to store a method.
  reference text not null,
  received_at timestamptz not null,
  -- The time of the next look, unless it is done.
  due_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  unique (provider, notice_id)
);
create index provider_notice_due on pay.provider_notice (due_at) where done_at is null;
create index provider_notice_open on pay.provider_notice (received_at) where done_at is null;
create index provider_notice_by_subject on pay.provider_notice (provider, about, reference) where done_at is null;
create index provider_notice_done on pay.provider_notice (done_at) where done_at is not null;
