-- A CRM that counts in one currency does not say which: its amounts stand without one.
ALTER TABLE deal DROP CONSTRAINT deal__amount_check,
  ADD CONSTRAINT deal__amount_check CHECK (currency ~ '^[A-Z]{3}$');
