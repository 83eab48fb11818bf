/** What few skills and versions are is listed without a look at all others. */
export const RARE_STATES = `
create index skills_unlisted on skills (updated_at desc, id desc)
  where deleted_at is not null or hidden_at is not null or latest_id is null;
create index versions_rejected on versions (created_at desc, id desc) where status = 'rejected';
`
