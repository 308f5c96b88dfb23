import { describe, expect, it } from 'vitest'
import { findContractingStatements } from './contracting-statements.ts'
import { listFiles, read } from './source-files.ts'

describe('migrations and processes of the former version', () => {
  it('finds no migration that takes away what the former version uses [REL-23]', () => {
    const files = listFiles(/^packages\/server\/migrations\/.+\.sql$/u)
    expect(files).not.toEqual([])
    const faults = files.flatMap((file) => findContractingStatements(read(file)).map((fault) => `${file} ${fault}`))
    expect(faults).toEqual([])
  })

  it.each([
    'alter table a rename column b to c;',
    'alter table a rename to b;',
    'alter table a drop column b;',
    'alter table a drop b;',
    'alter table a add column b int, drop column c;',
    'drop table a;',
    'drop function portal.f(text);',
    'alter table a alter column b type bigint;',
    'alter table a alter b set data type bigint;',
    'alter table a alter column b set not null;',
    'alter table a alter column b drop default;',
    'alter table a add column b int not null;',
    'alter table a add b int not null;',
    'alter table a add column b int, add column c text not null check (c in (1));',
    'alter table a add column b bigint generated always as identity;',
    'alter table a add column b int, add c bigint generated always as (b + 1) stored;',
    'alter table a add column b uuid default gen_random_uuid();',
    'alter table a set unlogged;',
    'alter table a set tablespace fast;',
    'alter table a set access method columnar;',
    'cluster a using a_key;',
    'vacuum (full) a;',
    'truncate portal.setting;',
    'revoke select on portal.setting from public;',
    "comment on table a is 'x; -- contract: 1.0'; alter table a rename column b to c;",
  ])('refuses "%s" [REL-23]', (sql) => {
    expect(findContractingStatements(sql)).toHaveLength(1)
  })

  it.each([
    'create table a (b int not null, primary key (b));',
    'alter table a add column b int;',
    'alter table a add column b int not null default 0;',
    'alter table a add column b timestamptz not null default now();',
    'alter table a drop constraint a_check; alter table a add constraint a_check check (b in (1, 2)) not valid;',
    'alter table a alter column b drop not null;',
    "alter table a alter column b set default '';",
    "insert into a (b) values ('rename; drop table a;');",
    '-- renames nothing, drops nothing\ncreate index on a (b);',
    'create function f() returns trigger language plpgsql as $$ begin drop table b; return new; end $$;',
    'create trigger t before truncate on a for each statement execute function f();',
    '-- Nothing of 0.2 runs any more.\n-- contract: 0.3\nalter table a drop column b;',
  ])('accepts "%s"', (sql) => {
    expect(findContractingStatements(sql)).toEqual([])
  })
})
