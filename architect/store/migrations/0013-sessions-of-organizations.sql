-- The account of an organization's key is the organization itself once the person who made the key
-- is gone: sessions of the tool server are not of users alone. Those of a user who is gone are swept.
ALTER TABLE tool_session DROP CONSTRAINT tool_session_account_id_fkey;
