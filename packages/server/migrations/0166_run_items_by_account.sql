-- owner: runs
-- What runs have taken of an account: a draft that replaces another takes no due date that the other one was taken for.
create index run_item_by_account on pay.run_item (account_number, due_date);
