-- owner: runs
-- Due dates that were skipped because a payment was open: a later run takes them up once it is clear what became of it.
create index run_item_postponed on pay.run_item (kind, id) where reason = 'payment-open';
