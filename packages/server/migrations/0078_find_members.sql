-- owner: member-support
-- Staff search for members by the start of any word of a name or address, and by phone number or email address. Punctuation
-- separates words.
create function cis.search_words(value text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(value, '.,;:/_@&()''"-’‘–', '                '))
$$;
create index member_by_word on cis.member using gin (cis.search_words(name));
create index account_by_word on cis.account
  using gin (cis.search_words(holder_name || ' ' || service_street || ' ' || service_city));
create index phone_by_digits on cis.phone (digits);
create index email_by_address on cis.email (lower(address));
create index login_by_email on portal.login (email);
