-- owner: member-documents
-- Documents that the cooperative shows to every member who is signed in.
create table portal.member_document (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  -- Empty: the English title is shown.
  title_es text not null default '',
  -- A PDF in DOCUMENTS_DIR, or an address elsewhere.
  file_name text not null default '',
  url text not null default '',
  added_at timestamptz not null,
  check ((file_name = '') <> (url = ''))
);
