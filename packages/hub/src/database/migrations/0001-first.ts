/** The first schema. A migration that was released is never changed: the next one changes what it made. */
export const FIRST = `
create extension if not exists pg_trgm;

create table users (
  id bigint generated always as identity primary key,
  handle text not null unique,
  display_name text not null default '',
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- A namespace of skills. Every user has one of the same handle; teams have further ones.
create table owners (
  id bigint generated always as identity primary key,
  handle text not null unique,
  display_name text not null default '',
  created_at timestamptz not null default now()
);

create table members (
  owner_id bigint not null references owners on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('reader', 'publisher')),
  primary key (owner_id, user_id)
);
create index members_by_user on members (user_id);

-- Only the SHA-256 of a token is kept.
create table tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index tokens_by_user on tokens (user_id);

create table sessions (
  hash bytea primary key,
  token_id bigint not null references tokens on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_end on sessions (expires_at);

-- The content of a file, packed as it is in a zip: whatever layout an archive has, it is put together from these bytes.
create table blobs (
  sha256 bytea primary key,
  size integer not null,
  checksum bigint not null,
  is_deflated boolean not null,
  data bytea not null
);
alter table blobs alter column data set storage external;

create table skills (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  slug text not null,
  display_name text not null,
  summary text not null,
  visibility text not null check (visibility in ('public', 'private')),
  topics text[] not null default '{}',
  downloads bigint not null default 0,
  stars bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The highest published version; null while there is none, and only its owner sees the skill.
  latest_id bigint,
  deleted_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  unique (owner_id, slug)
);
create index skills_by_slug on skills (slug);
create index skills_by_update on skills (updated_at desc, id desc) where latest_id is not null and deleted_at is null and hidden_at is null;
create index skills_by_creation on skills (created_at desc, id desc) where latest_id is not null and deleted_at is null and hidden_at is null;
create index skills_by_downloads on skills (downloads desc, id desc) where latest_id is not null and deleted_at is null and hidden_at is null;
create index skills_by_stars on skills (stars desc, id desc) where latest_id is not null and deleted_at is null and hidden_at is null;
create index skills_by_name on skills (slug collate "C", id) where latest_id is not null and deleted_at is null and hidden_at is null;

-- Former names of a skill.
create table aliases (
  owner_id bigint not null references owners,
  slug text not null,
  skill_id bigint not null references skills,
  created_at timestamptz not null default now(),
  primary key (owner_id, slug)
);
create index aliases_by_slug on aliases (slug);

-- A version never changes. One that was withdrawn or rejected keeps its row, so that its number is never used again.
create table versions (
  id bigint generated always as identity primary key,
  skill_id bigint not null references skills,
  version text not null,
  -- The slug at its publication, which is in its archives.
  slug text not null,
  -- Orders as semantic versions do.
  position text not null collate "C",
  status text not null check (status in ('published', 'pending', 'rejected', 'withdrawn')),
  description text not null,
  changelog text not null default '',
  license text,
  frontmatter jsonb not null,
  content_digest bytea not null,
  archive_digest bytea not null,
  archive_size integer not null,
  download_digest bytea not null,
  download_size integer not null,
  plugin_digest bytea not null,
  plugin_size integer not null,
  is_signed_by_author boolean not null,
  signing_key_id bigint,
  published_by bigint not null references users,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  unique (skill_id, version)
);
alter table skills add constraint skills_latest foreign key (latest_id) references versions deferrable initially deferred;
create index versions_in_order on versions (skill_id, position desc);
create index versions_by_archive on versions (archive_digest);
create index versions_by_download on versions (download_digest);
create index versions_by_plugin on versions (plugin_digest);
create index versions_waiting on versions (created_at) where status = 'pending';

-- The files of a skill, and those that an archive adds to them: \`_meta.json\` and the manifests of a plugin.
create table version_files (
  version_id bigint not null references versions on delete cascade,
  part text not null check (part in ('skill', 'download', 'plugin')),
  path text not null,
  sha256 bytea not null references blobs,
  size integer not null,
  content_type text not null,
  is_executable boolean not null,
  primary key (version_id, part, path)
);
create index version_files_by_blob on version_files (sha256);

-- What clients compute of the files that they have: without and with the files that are added to an archive.
create table fingerprints (
  skill_id bigint not null references skills,
  fingerprint bytea not null,
  version_id bigint not null references versions on delete cascade,
  primary key (skill_id, fingerprint, version_id)
);

create table tags (
  skill_id bigint not null references skills on delete cascade,
  tag text not null,
  version_id bigint not null references versions on delete cascade,
  primary key (skill_id, tag)
);

create table stars (
  skill_id bigint not null references skills on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (skill_id, user_id)
);

-- Every scan of a version; the newest counts.
create table scans (
  id bigint generated always as identity primary key,
  version_id bigint not null references versions on delete cascade,
  rule_set text not null,
  verdict text not null check (verdict in ('pass', 'warn', 'block')),
  findings jsonb not null,
  scanned_at timestamptz not null default now()
);
create index scans_by_version on scans (version_id, id desc);

-- What a moderator decided about a version, with the scan that was seen.
create table decisions (
  id bigint generated always as identity primary key,
  version_id bigint not null references versions on delete cascade,
  scan_id bigint references scans,
  decision text not null check (decision in ('approve', 'reject')),
  reason text not null default '',
  decided_by bigint not null references users,
  decided_at timestamptz not null default now()
);
create index decisions_by_version on decisions (version_id, id desc);

create table reports (
  id bigint generated always as identity primary key,
  skill_id bigint not null references skills on delete cascade,
  user_id bigint not null references users on delete cascade,
  version text,
  reason text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);

-- The words of the newest published version, each with its weight: a query reads the heaviest rows of each word.
create table search_terms (
  term text not null collate "C",
  weight real not null,
  skill_id bigint not null references skills on delete cascade,
  field smallint not null
);
create index search_terms_in_order on search_terms (term, weight desc, skill_id);
create index search_terms_by_skill on search_terms (skill_id);

-- Every word with the number of skills that have it; trigrams find the words that a mistyped one may mean.
create table search_words (
  term text primary key collate "C",
  skills integer not null
);
create index search_words_by_trigram on search_words using gin (term gin_trgm_ops);

create table uploads (
  ticket bytea primary key,
  user_id bigint not null references users on delete cascade,
  path text not null,
  size integer not null,
  sha256 bytea not null,
  content_type text,
  data bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_by_end on uploads (expires_at);

create table signing_keys (
  id bigint generated always as identity primary key,
  fingerprint text not null unique,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  -- A process that died loses its jobs when this moment has passed.
  held_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index jobs_waiting on jobs (run_at, id) where state in ('waiting', 'running');

-- Requests of one minute. Losing them in a crash is harmless.
create unlogged table request_counts (
  bucket text not null,
  minute bigint not null,
  requests bigint not null,
  primary key (bucket, minute)
);

-- Each entry contains the hash of the one before it.
create table log_entries (
  number bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  previous bytea not null,
  hash bytea not null
);
create table log_head (
  only_row boolean primary key default true check (only_row),
  number bigint not null,
  hash bytea not null
);
insert into log_head (number, hash) values (0, '\\x0000000000000000000000000000000000000000000000000000000000000000');

-- Append-only, also for a mistaken administrator.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'log entries are never changed';
end $$;
create trigger log_entries_are_final before update or delete on log_entries for each row execute function refuse_change();
create trigger log_entries_stay before truncate on log_entries for each statement execute function refuse_change();

-- One row that says what the public sees changed; caches compare it.
create table generation (
  only_row boolean primary key default true check (only_row),
  value bigint not null
);
insert into generation (value) values (1);
`
