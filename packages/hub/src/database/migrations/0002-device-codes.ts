/** Logins of programs that a user confirms in a browser. */
export const DEVICE_CODES = `
-- Only the SHA-256 of what the program keeps is here; the short code alone is worth nothing.
create table device_codes (
  hash bytea primary key,
  user_code text not null unique,
  label text not null,
  address text not null,
  scopes text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'denied')),
  -- The browser session that looked it up. Signing out takes an approval back.
  session_hash bytea references sessions on delete cascade,
  days integer,
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_codes_by_end on device_codes (expires_at);
create index device_codes_by_session on device_codes (session_hash);
`
