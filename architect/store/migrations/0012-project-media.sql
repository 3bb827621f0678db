-- Pictures and animations that paid jobs have made of a project. Their bytes are blobs. Ids begin with
-- the time, so that they are in the order in which the files were made, whatever the language is.
CREATE TABLE project_media (
  id text COLLATE "C" PRIMARY KEY,
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  -- The job may be swept before the file is deleted.
  job_id text NOT NULL,
  -- Of the files of the job, from 1: an attempt that is repeated adds none twice.
  number integer NOT NULL,
  model_id text NOT NULL,
  source_id text,
  draft_version integer NOT NULL,
  media_type text NOT NULL,
  is_animated boolean NOT NULL,
  blob text NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL,
  CONSTRAINT project_media_job_key UNIQUE (job_id, number)
);
CREATE INDEX project_media_project_id_idx ON project_media (project_id, id);
CREATE INDEX project_media_blob_idx ON project_media (blob);
