-- A link in a mail that sets a password is for the password that was forgotten. Whoever sets another
-- one, and by whatever way, ends all links of the person.
CREATE INDEX verification_value_idx ON verification (value);

CREATE FUNCTION end_links_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM verification WHERE value = NEW.user_id;
  RETURN NULL;
END $$;

CREATE TRIGGER account_password_ends_links
  AFTER INSERT OR UPDATE OF password ON account
  FOR EACH ROW EXECUTE FUNCTION end_links_of_person();
