/** Who sees which skill and which version, in one place: every query that gives a skill to a viewer uses these conditions. */

import { may, type Viewer } from '../principals/principal.js'

/** The first two parameters of every query below: the viewer's id, and whether the viewer sees everything. */
export function viewerValues(viewer: Viewer): readonly [number | null, boolean] {
  return [viewer?.userId ?? null, may(viewer, 'moderate')]
}

/** Members of its owner, and moderators. */
export const IS_INSIDER = `($2::boolean or exists (
  select 1 from members m where m.owner_id = s.owner_id and m.user_id = $1::bigint))`

/** In lists and searches: `s` is the skill. */
export const IS_LISTED = `(s.deleted_at is null and s.hidden_at is null and s.latest_id is not null
  and (s.visibility = 'public' or ${IS_INSIDER}))`

/** By its name: a skill that was public and is gone or hidden has an answer of its own; a private one has none for others. */
export const IS_KNOWN = `((s.visibility = 'public' and exists (
  select 1 from versions k where k.skill_id = s.id and k.status in ('published', 'withdrawn'))) or ${IS_INSIDER})`

/** `v` is a version of a known skill `s`. A version that waits for a moderator, or was rejected, is for insiders. */
export const IS_KNOWN_VERSION = `(v.status in ('published', 'withdrawn') or ${IS_INSIDER})`
