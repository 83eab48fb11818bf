/** Keeps the words of a skill's newest version, with the weights that `metier search` gives them. */

import { type Field, listSearchTerms } from 'metier/gate'
import { one, type Sql } from '../database/database.js'
import { readStoredFile, unpackContent } from '../skills/blobs.js'

/** As `metier search` names them; their places are kept in the database, so the order never changes. */
const FIELDS: readonly Field[] = ['name', 'slug', 'tags', 'description', 'headings', 'body', 'parents']

const LONGEST_TERM = 64
const BODY_LENGTH = 64 * 1024

interface IndexedRow {
  readonly slug: string
  readonly owner: string
  readonly display_name: string
  readonly description: string
  readonly topics: readonly string[]
}

/** Replaces the words of a skill by those of a version. */
export async function indexSkill(sql: Sql, skillId: number, versionId: number): Promise<void> {
  const row = await one<IndexedRow>(
    sql,
    `select s.slug, o.handle as owner, s.display_name, s.topics, v.description
     from skills s join owners o on o.id = s.owner_id join versions v on v.id = $2 where s.id = $1`,
    [skillId, versionId],
  )
  const main = await readStoredFile(sql, versionId, 'SKILL.md')
  const text = main === undefined ? '' : new TextDecoder().decode(unpackContent(main)).slice(0, BODY_LENGTH)
  const terms = listSearchTerms({
    name: row.slug,
    slug: `${row.owner}/${row.slug}`,
    description: row.description,
    tags: [...row.topics, ...(row.display_name === row.slug ? [] : [row.display_name])],
    body: text.replace(/^---\n[\s\S]*?\n---\n/, ''),
  })
  await removeFromIndex(sql, skillId)
  const rows = terms
    .filter(({ term }) => term.length > 0 && term.length <= LONGEST_TERM && !term.includes('\0'))
    .map(({ term, weight, field }) => ({ term, weight, field: FIELDS.indexOf(field) }))
  await sql.query(
    `with added as (
       insert into search_terms (term, weight, skill_id, field)
       select term, weight, $1, field from jsonb_to_recordset($2::jsonb) as t(term text, weight real, field smallint)
       returning term)
     insert into search_words (term, skills) select term, 1 from added order by term collate "C"
     on conflict (term) do update set skills = search_words.skills + 1`,
    [skillId, JSON.stringify(rows)],
  )
}

export async function removeFromIndex(sql: Sql, skillId: number): Promise<void> {
  await sql.query(
    `with removed as (delete from search_terms where skill_id = $1 returning term),
       ordered as (select term from search_words where term in (select term from removed) order by term collate "C" for update)
     update search_words w set skills = w.skills - 1 from ordered where w.term = ordered.term`,
    [skillId],
  )
}
