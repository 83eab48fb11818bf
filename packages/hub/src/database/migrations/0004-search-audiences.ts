/** The words of private skills are counted apart, so that no search of others depends on them. */
export const SEARCH_AUDIENCES = `
-- 0 is everyone; any other number is the owner whose members see the skill.
alter table search_terms add column audience bigint not null default 0;
update search_terms t set audience = s.owner_id from skills s where s.id = t.skill_id and s.visibility = 'private';
drop index search_terms_in_order;
create index search_terms_in_order on search_terms (term, audience, weight desc, skill_id);

alter table search_words add column audience bigint not null default 0;
truncate search_words;
alter table search_words drop constraint search_words_pkey;
alter table search_words add primary key (term, audience);
insert into search_words (term, audience, skills)
  select term, audience, count(distinct skill_id) from search_terms group by term, audience;

create index skills_private on skills (owner_id) where visibility = 'private';

-- The tags that a version gets once a moderator approves it.
alter table versions add column waiting_tags text[] not null default '{}';
`
