-- owner: platform
-- TRUNCATE runs no row triggers: without these it would empty an append-only table at once.
create trigger append_only_truncate before truncate on pay.move for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.posting for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.booking for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.ledger_entry for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on portal.audit for each statement execute function pay.refuse_change();
