-- owner: payments
-- The code with which a bank forbade further debits of a stored bank account, such as R07. It is charged no more.
alter table pay.stored_method add column refused_code text;
