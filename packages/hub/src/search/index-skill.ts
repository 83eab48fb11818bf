/** Keeps the words of a skill's newest version, with the weights that `metier search` gives them. */

import { type Field, listSearchTerms } from 'metier/gate'
import { one, type Sql } from '../database/database.js'
import { isStorable } from '../http/stored-text.js'
import { readStoredFile, unpackContent } from '../skills/blobs.js'
import { AUDIENCE_OF, EVERYONE } from './audiences.js'

/** As `metier search` names them; their places are kept in the database, so the order never changes. */
const FIELDS: readonly Field[] = ['name', 'slug', 'tags', 'description', 'headings', 'body', 'parents']

const LONGEST_TERM = 64
const BODY_LENGTH = 64 * 1024

interface IndexedRow {
  readonly slug: string
  readonly audience: number
  readonly owner: string
  readonly display_name: string
  readonly description: string
  readonly topics: readonly string[]
  readonly former_slugs: readonly string[]
}

/** Replaces the words of a skill by those of a version. */
export async function indexSkill(sql: Sql, skillId: number, versionId: number): Promise<void> {
  const row = await one<IndexedRow>(
    sql,
    `select s.slug, o.handle as owner, s.display_name, s.topics, v.description, ${AUDIENCE_OF} as audience,
       array(select a.slug from aliases a where a.skill_id = s.id order by a.slug limit 20) as former_slugs
     from skills s join owners o on o.id = s.owner_id join versions v on v.id = $2 where s.id = $1`,
    [skillId, versionId],
  )
  const main = await readStoredFile(sql, versionId, 'SKILL.md')
  const text = main === undefined ? '' : new TextDecoder().decode(unpackContent(main)).slice(0, BODY_LENGTH)
  const terms = listSearchTerms({
    name: row.slug,
    slug: `${row.owner}/${row.slug}`,
    description: row.description,
    tags: [...row.topics, ...row.former_slugs, ...(row.display_name === row.slug ? [] : [row.display_name])],
    body: text.replace(/^---\n[\s\S]*?\n---\n/, ''),
  })
  const rows = terms
    .filter(({ term }) => term.length > 0 && term.length <= LONGEST_TERM && isStorable(term))
    .map(({ term, weight, field }) => ({ term, weight, field: FIELDS.indexOf(field) }))
  await replaceTerms(sql, skillId, rows, row.audience)
}

interface TermRow {
  readonly term: string
  readonly weight: number
  readonly field: number
}

/** Words are counted in one order, so that two writers never wait for each other in a circle. */
async function replaceTerms(sql: Sql, skillId: number, rows: readonly TermRow[], audience: number): Promise<void> {
  await sql.query(
    `with removed as (delete from search_terms where skill_id = $1 returning term, audience),
       added as (
         insert into search_terms (term, weight, skill_id, field, audience)
         select term, weight, $1, field, $3 from jsonb_to_recordset($2::jsonb) as t(term text, weight real, field smallint)
         returning term, audience),
       changes as (
         select term, audience, sum(skills)::int as skills
         from (select *, -1 as skills from removed union all select *, 1 from added) each
         group by term, audience having sum(skills) <> 0)
     insert into search_words (term, audience, skills) select term, audience, skills from changes
     order by term collate "C", audience
     on conflict (term, audience) do update set skills = search_words.skills + excluded.skills`,
    [skillId, JSON.stringify(rows), audience],
  )
}

export function removeFromIndex(sql: Sql, skillId: number): Promise<void> {
  return replaceTerms(sql, skillId, [], EVERYONE)
}

/** After a change of who sees a skill. */
export async function indexAgain(sql: Sql, skillId: number): Promise<void> {
  const { latest } = await one<{ latest: number | null }>(sql, 'select latest_id as latest from skills where id = $1', [
    skillId,
  ])
  if (latest !== null) await indexSkill(sql, skillId, latest)
}
