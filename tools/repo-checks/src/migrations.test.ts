import { describe, expect, it } from 'vitest'
import { findContractingStatements } from './contracting-statements.ts'
import { findLockingStatements } from './locking-statements.ts'
import { listFiles, read } from './source-files.ts'

describe('migrations and tables in use', () => {
  it('finds no migration that makes members wait for a whole table [REL-23]', () => {
    const files = listFiles(/^packages\/server\/migrations\/.+\.sql$/u)
    expect(files).not.toEqual([])
    const faults = files.flatMap((file) => findLockingStatements(read(file)).map((fault) => `${file} ${fault}`))
    expect(faults).toEqual([])
  })

  it.each([
    ['create index on a (b);', 'brief lock'],
    ['create unique index if not exists a_b on portal.a (b);', 'brief lock'],
    ['-- brief lock:\ncreate index a_b on portal.a (b);', 'brief lock'],
    ['alter table a add constraint a_b unique (b);', 'brief lock'],
    ['alter table a add primary key (b);', 'brief lock'],
    ['alter table a add constraint a_check check (b > 0);', 'add the constraint `not valid`'],
    ['alter table only a add check (b > 0);', 'add the constraint `not valid`'],
    ['alter table a add constraint a_b foreign key (b) references c;', 'add the constraint `not valid`'],
    ['alter table a add constraint c check (b > 0) not valid; alter table a validate constraint c;', 'later migration'],
    ['update a set b = 1 where c;', 'in batches'],
    ['with c as (select 1) update portal.a set b = 1;', 'in batches'],
    ['delete from a;', 'in batches'],
    ['do $$ begin update a set b = 1; end $$;', 'cannot read'],
  ])('refuses "%s" and says what to do instead', (sql, instead) => {
    expect(findLockingStatements(sql)).toEqual([expect.stringContaining(instead)])
  })

  it.each([
    'create table portal.a (b int check (b > 0)); create index a_b on portal.a (b); update portal.a set b = 1;',
    '-- brief lock: at most one row for each setting\ncreate index a_b on portal.a (b);',
    'create index concurrently a_b on portal.a (b);',
    'alter table a add constraint a_b unique using index a_b_key;',
    'alter table a add constraint c check (b > 0) not valid;',
    'alter table a add constraint c foreign key (b) references d not valid;',
    'alter table a validate constraint c;',
    'alter table a add column b text references c;',
    'create function f() returns trigger language plpgsql as $$ begin update a set b = 1; return null; end $$;',
    'create trigger t after update of b on a for each row execute function f();',
  ])('accepts "%s"', (sql) => {
    expect(findLockingStatements(sql)).toEqual([])
  })
})

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
    '-- Nothing of 1.1 runs any more.\n-- contract: 1.2\nalter table a drop column b;',
  ])('accepts "%s"', (sql) => {
    expect(findContractingStatements(sql)).toEqual([])
  })
})
