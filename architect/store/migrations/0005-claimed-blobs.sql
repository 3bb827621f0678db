-- Null until the storage of blobs is marked with this id: from then on it is not opened without.
ALTER TABLE blob_owner ADD COLUMN claimed_at timestamptz;
