-- owner: platform
-- Claims read the messages that are due in the order of outbox.message_due. While most messages are sent, the planner took this
-- index instead and sorted everything that waits, for each claim. Nothing else reads it.
drop index outbox.message_waiting;
