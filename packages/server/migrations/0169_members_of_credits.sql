-- owner: payments
-- After 0167, in a transaction of its own: the lock of the new column is released before the rows are written.
update pay.unacknowledged_credit as credit set member_number = payment.member_number
from pay.payment as payment where payment.trans_no = credit.trans_no;
